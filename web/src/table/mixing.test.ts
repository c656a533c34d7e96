import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../api/sha256'
import type { Answer, Snapshot, Proof, Request, Table } from '../api/wire'
import { Mixing, newValue } from './mixing'

const SECRET = 'ab'.repeat(32)
const SEAL = sha256(SECRET)
const OTHER_SEAL = 'd'.repeat(64)
const TWO = '22'.repeat(32)

let asked: Request[]
let stored: Map<string, string>
const table = (more: object): Table =>
  ({
    dice: 'gathering',
    commitment: SEAL,
    promises: null,
    contributions: null,
    seats: [{}, {}, { left: true }],
    ...more,
  }) as unknown as Table
const answered = (t: 'done' | 'refused') => async (request: Request) => {
  asked.push(request)
  return { t, id: '', n: 0 } as unknown as Answer
}
const sit = () => new Mixing('abc', answered('done'))
const acknowledged = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  asked = []
  stored = new Map()
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  } as unknown as Storage
})

function promised(mixing: Mixing): Record<string, string> {
  mixing.look(table({}), [1, 2])
  return Object.fromEntries(asked.map((one) => (one.t === 'promise' ? [one.seat, one.hash] : [])))
}

/** Everything of a table whose dice this device has helped to mix. */
async function mixed(mixing: Mixing) {
  const promises = promised(mixing)
  await acknowledged()
  mixing.look(table({ promises }), [1, 2])
  await acknowledged()
  const contributions = Object.fromEntries(asked.map((one) => (one.t === 'contribute' ? [one.seat, one.value] : ['', ''])))
  delete contributions['']
  return { dice: 'ready', promises, contributions }
}

test('values are random, and 32 bytes', () => {
  expect(newValue()).toMatch(/^[0-9a-f]{64}$/)
  expect(newValue()).not.toBe(newValue())
})

test('each seat promises once, and shows what it promised once the promises are fixed', () => {
  const mixing = sit()
  const promises = promised(mixing)
  expect(Object.keys(promises)).toEqual(['1', '2'])
  mixing.look(table({}), [1, 2])
  expect(asked.length).toBe(2)
  expect(mixing.look(table({ promises }), [1, 2])).toEqual([])
  mixing.look(table({ promises }), [1, 2])
  const shown = asked.slice(2)
  expect(shown.length).toBe(2)
  for (const one of shown) expect(one.t === 'contribute' && sha256(one.value)).toBe(promises[String((one as { seat: number }).seat)])
  const contributions = Object.fromEntries(shown.map((one) => (one.t === 'contribute' ? [one.seat, one.value] : [])))
  const ready = table({ dice: 'ready', promises, contributions })
  expect(mixing.look(ready, [1, 2])).toEqual([])
  expect(mixing.has(ready, 1)).toBe(true)
  expect(mixing.lies).toEqual([])
})

test('nothing is contributed before the start, after it, or for a seat that a bot keeps', () => {
  for (const dice of [null, 'ready', 'lost']) sit().look(table({ dice }), [1])
  sit().look(table({ commitment: null }), [1])
  sit().look(table({}), [3])
  sit().look(table({}), [])
  expect(asked).toEqual([])
})

test('a page that is loaded again gives the same value', () => {
  const promises = promised(sit())
  asked = []
  expect(promised(sit())).toEqual(promises)
})

test('a value that came too late is reported calmly, and one whose promise is not there is not shown', async () => {
  const mixing = new Mixing('abc', answered('refused'))
  promised(mixing)
  await acknowledged()
  const count = asked.length
  expect(mixing.look(table({ promises: {} }), [1, 2])).toEqual([1, 2])
  expect(mixing.look(table({ dice: 'ready', promises: {}, contributions: {} }), [1])).toEqual([1])
  expect(asked.length).toBe(count)
  expect(mixing.lies).toEqual([])
})

test('whoever gave nothing misses nothing', () => {
  const mixing = sit()
  expect(mixing.look(table({ dice: 'ready', promises: {}, contributions: {} }), [1, 2])).toEqual([])
  expect(mixing.lies).toEqual([])
})

test('a second page that receives less than the first accuses nobody', async () => {
  const ready = await mixed(sit())
  const second = sit()
  second.look(table({ commitment: null, dice: null }), [1, 2])
  second.look(table({}), [1, 2])
  second.look(table({ promises: ready.promises }), [1, 2])
  second.look(table(ready), [1, 2])
  expect(second.lies).toEqual([])
  expect(second.has(table(ready), 2)).toBe(true)
})

test('a store that keeps nothing is no obstacle', async () => {
  globalThis.localStorage = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  } as unknown as Storage
  const mixing = sit()
  const ready = await mixed(mixing)
  expect(mixing.look(table(ready), [1, 2])).toEqual([])
  mixing.look(table({ ...ready, commitment: OTHER_SEAL }), [1, 2])
  expect(mixing.lies).toEqual(['commitment'])
})

test('whoever only watches leaves nothing in the store, and notices lies all the same', () => {
  const watcher = sit()
  watcher.look(table({}), [])
  expect(stored.size).toBe(0)
  watcher.look(table({ commitment: OTHER_SEAL }), [])
  expect(watcher.lies).toEqual(['commitment'])
})

describe.each(['the same page', 'a page loaded again', 'a second page'])('%s notices', (who) => {
  let first: Mixing
  let ready: Awaited<ReturnType<typeof mixed>>
  let later: Mixing

  beforeEach(async () => {
    first = sit()
    const second = sit() // opened before the table was started
    ready = await mixed(first)
    first.look(table(ready), [1, 2])
    asked = []
    later = who === 'the same page' ? first : who === 'a second page' ? second : sit()
  })

  test('another commitment', () => {
    later.look(table({ ...ready, commitment: OTHER_SEAL }), [1, 2])
    expect(later.lies).toEqual(['commitment'])
    expect(later.commitment).toBe(SEAL)
  })

  test('other promises', () => {
    later.look(table({ ...ready, promises: { ...ready.promises, 3: OTHER_SEAL } }), [1, 2])
    expect(later.lies).toEqual(['promises'])
  })

  test('contributions that were taken out or put in', () => {
    later.look(table({ ...ready, contributions: {} }), [1, 2])
    expect(later.lies).toEqual(['contributions', 'missing'])
  })

  test('an own value that was altered', () => {
    later.look(table({ ...ready, contributions: { ...ready.contributions, 1: TWO } }), [1, 2])
    expect(later.lies).toEqual(['contributions', 'other', 'missing'])
  })

  test('contributions that are there no more', () => {
    later.look(table({ ...ready, contributions: null, promises: null }), [1, 2])
    expect(later.lies).toEqual(['promises', 'contributions'])
  })

  test('dice that are gathered anew under another commitment, and gives nothing to them', () => {
    later.look(table({ commitment: OTHER_SEAL }), [1, 2])
    expect(later.lies).toContain('commitment')
    later.look(table({ commitment: OTHER_SEAL, promises: ready.promises }), [1, 2])
    expect(asked).toEqual([])
  })

  test('dice that are gathered anew under the same commitment, and gives nothing to them', () => {
    later.look(table({}), [1, 2])
    expect(asked).toEqual([])
    later.look(table({ promises: { 1: sha256(TWO) } }), [1, 2])
    expect(later.lies).toContain('promises')
    expect(asked).toEqual([])
  })

  test('a proof with another secret, commitment or contributions', () => {
    const proof = { record: {}, commitment: SEAL, secret: SECRET, contributions: ready.contributions } as unknown as Proof
    later.look(table(ready), [1, 2])
    expect(later.check(proof)).toEqual({ lies: [], before: true, mine: ['1', '2'] })
    expect(later.check({ ...proof, secret: TWO }).lies).toEqual(['secret'])
    expect(later.check({ ...proof, secret: 'nonsense' }).lies).toEqual(['secret'])
    expect(later.check({ ...proof, secret: TWO, commitment: sha256(TWO) }).lies).toContain('commitment')
    const without = later.check({ ...proof, contributions: { 1: ready.contributions[1]! } })
    expect(without.lies).toEqual(expect.arrayContaining(['contributions', 'missing']))
    expect(without.mine).toEqual(['1'])
  })

  test('a lie for good', () => {
    later.look(table({ ...ready, commitment: OTHER_SEAL }), [1, 2])
    const again = sit()
    again.look(table(ready), [1, 2])
    expect(again.lies).toEqual(['commitment'])
  })
})

describe('a server that has not published everything yet', () => {
  test('changes the commitment before the value is shown, and is not shown it', async () => {
    const mixing = sit()
    const promises = promised(mixing)
    await acknowledged()
    for (const page of [mixing, sit()]) {
      page.look(table({ commitment: OTHER_SEAL, promises }), [1, 2])
      expect(page.lies).toEqual(['commitment'])
    }
    expect(asked.filter((one) => one.t === 'contribute')).toEqual([])
  })

  test.each([
    ['drops', {}],
    ['changes', { 1: sha256(TWO), 2: sha256(TWO) }],
  ])('%s a promise that it acknowledged', async (_, promises) => {
    const mixing = sit()
    promised(mixing)
    await acknowledged()
    expect(mixing.look(table({ promises }), [1, 2])).toEqual([])
    expect(mixing.lies).toEqual(['missing'])
    expect(asked.length).toBe(2)
  })

  test('drops a value that it acknowledged', async () => {
    const mixing = sit()
    const ready = await mixed(mixing)
    expect(mixing.look(table({ ...ready, contributions: {} }), [1, 2])).toEqual([])
    expect(mixing.lies).toEqual(['missing'])
  })

  test.each([TWO, 'nonsense'])('publishes a value of somebody else that was not promised', async (value) => {
    const mixing = sit()
    const ready = await mixed(mixing)
    mixing.look(table({ ...ready, contributions: { ...ready.contributions, 3: value } }), [1, 2])
    expect(mixing.lies).toEqual(['other'])
  })

  test('draws before the dice are mixed', () => {
    const mixing = sit()
    mixing.look(table({}), [1])
    mixing.lookAt({ n: 0, entries: [] } as unknown as Snapshot, table({}))
    mixing.lookAt({ n: 1, entries: [{}] } as unknown as Snapshot, table({ dice: 'ready' }))
    expect(mixing.lies).toEqual([])
    mixing.lookAt({ n: 1, entries: [{}] } as unknown as Snapshot, table({}))
    expect(mixing.lies).toEqual(['early'])
  })
})

test('a device that came after the dice were mixed says so about the proof', () => {
  const mixing = sit()
  mixing.look(table({ dice: 'ready', promises: {}, contributions: {} }), [1])
  const proof = { record: {}, commitment: SEAL, secret: SECRET, contributions: {} } as unknown as Proof
  expect(mixing.check(proof)).toEqual({ lies: [], before: false, mine: [] })
})
