import { beforeAll, expect, test, vi } from 'vitest'
import type { Snapshot } from '../board'

let turnLine: typeof import('./turn').turnLine
const over = (more: object) => ({ over: true, headline: [], scores: [], winners: [], ...more }) as unknown as Snapshot

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }))
  vi.stubGlobal('navigator', { languages: ['en'] })
  ;({ turnLine } = await import('./turn'))
})

test('whoever played alone has points, and wins against nobody', () => {
  expect(turnLine(over({ scores: [-13], winners: [1] }), ['Badia'], 1, 1)).toBe('You have −13 points')
  expect(turnLine(over({ scores: [1], winners: [1] }), ['Badia'], 1, 1)).toBe('You have 1 point')
  expect(turnLine(over({ scores: [12], winners: [1] }), ['Badia'], null, 0)).toBe('Badia has 12 points')
})

test('of several, whoever wins is named; who looks alone is told so', () => {
  const won = over({ scores: [12, 3], winners: [1] })
  expect(turnLine(won, ['Badia', 'Noria'], 2, 1)).toBe('Badia wins!')
  expect(turnLine(won, ['Badia', 'Noria'], 1, 2)).toBe('Badia wins!')
  expect(turnLine(won, ['Badia', 'Noria'], 1, 1)).toBe('You win!')
})
