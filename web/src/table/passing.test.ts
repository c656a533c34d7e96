import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPassing, onlyPass, passingSeats } from './passing'

const pass = { text: 'stop', passes: true }
const draw = { text: 'head d4' }

describe('what a seat passes by itself', () => {
  it('is its only action, where that is a pass', () => {
    expect(onlyPass({ choices: { '2': [pass] }, undo: [] }, 2)).toBe('stop')
  })
  it('is nothing while something else can be done', () => {
    expect(onlyPass({ choices: { '2': [draw, pass] }, undo: [] }, 2)).toBeNull()
    expect(onlyPass({ choices: { '2': [draw] }, undo: [] }, 2)).toBeNull()
    expect(onlyPass({ choices: { '1': [pass] }, undo: [] }, 2)).toBeNull()
  })
  it('is nothing while what the seat did can be taken back', () => {
    expect(onlyPass({ choices: { '2': [pass] }, undo: [2] }, 2)).toBeNull()
    expect(onlyPass({ choices: { '2': [pass] }, undo: [1] }, 2)).toBe('stop')
  })
})

describe('the seats that pass', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  })
  it('are those of one table', () => {
    keepPassing('one', [1, 3])
    keepPassing('other', [2])
    expect([passingSeats('one'), passingSeats('other'), passingSeats('third')]).toEqual([[1, 3], [2], []])
    keepPassing('one', [])
    expect(passingSeats('one')).toEqual([])
  })
  it('are forgotten with the oldest of many tables', () => {
    for (let n = 0; n < 60; n++) keepPassing(`table ${n}`, [1])
    expect([passingSeats('table 0'), passingSeats('table 59')]).toEqual([[], [1]])
  })
})
