// The rules in this browser: our Python under Pyodide, away from the page, which so never waits for it.
// One thing is handed in at a time, and what follows from it is carried out before the next.
import type { PyodideAPI } from 'pyodide'
import type { PyProxy } from 'pyodide/ffi'
import sources from '../../../build/offline/periplo.zip?url'
import { dropTable, keepRows, listTables, readTable, type Rows } from './disk'
import type { FromWorker, ToWorker } from './protocol'

/** `src/periplo/offline/tables.py`; what each returns are effects, which are described there. */
interface OfflineTables extends PyProxy {
  has(table: string): boolean
  load(kept: string): string
  forget(table: string, code?: number): string
  connect(connection: number, table: string): string
  receive(connection: number, text: string): string
  disconnect(connection: number): string
  persisted(table: string, number: number): string
  time_is_up(table: string): string
  think(table: string, number: number): string
}

type Effect =
  | ['keep', table: string, number: number, rows: Rows]
  | ['send', connection: number, text: string]
  | ['close', connection: number, code: number]
  | ['think', table: string, number: number]
  | ['wait', table: string, milliseconds: number | null]
  | ['drop', table: string]
  | ['answer', ...Answer]

type Answer = [status: number, kind: string, text: string]

declare const PYODIDE_FOLDER: string // filled in by the build

const FOLDER = '/periplo'
const JSON_KIND = 'application/json'
const OPEN_ELSEWHERE = 4409
const CANNOT_BE_OPENED = 4410

const post = (message: FromWorker) => postMessage(message)

async function start() {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${PYODIDE_FOLDER}pyodide.mjs`)) as typeof import('pyodide')
  const [python, zip]: [PyodideAPI, ArrayBuffer] = await Promise.all([
    loadPyodide({ indexURL: PYODIDE_FOLDER }),
    fetch(sources).then((answer) => answer.arrayBuffer()),
  ])
  python.unpackArchive(zip, 'zip', { extractDir: FOLDER })
  python.runPython(`import sys; sys.path.insert(0, '${FOLDER}')`)
  const tables = python.pyimport('periplo.offline.tables').OfflineTables() as OfflineTables
  const ask = python.pyimport('periplo.offline.answers').ask as (
    tables: OfflineTables,
    method: string,
    target: string,
    body: string,
  ) => string
  return { tables, ask }
}

const started = start()
started.catch((error: unknown) => post({ t: 'broken', why: String(error) }))

type Work = () => Promise<unknown>
const waiting: Work[] = []
const pictures: Work[] = [] // of games to choose from: whoever plays does not wait for them
let isBusy = false

/** After everything that was handed in before. */
function next(work: Work, queue = waiting): void {
  queue.push(work)
  if (!isBusy) void workOff()
}

async function workOff(): Promise<void> {
  isBusy = true
  for (let work = waiting.shift() ?? pictures.shift(); work !== undefined; work = waiting.shift() ?? pictures.shift()) {
    await work().catch((error: unknown) => console.error(error))
    await new Promise((done) => setTimeout(done)) // what has come meanwhile is heard
  }
  isBusy = false
}

// ---- effects

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** In order, each before the next; the answer, if there is one among them. */
async function carryOut(text: string): Promise<Answer | null> {
  const { tables } = await started
  const effects = JSON.parse(text) as Effect[]
  let answer: Answer | null = null
  for (let effect = effects.shift(); effect !== undefined; effect = effects.shift()) {
    let more = '[]'
    if (effect[0] === 'keep') {
      const [, table, number, rows] = effect
      try {
        await keepRows(table, rows)
        more = tables.persisted(table, number)
      } catch {
        // nobody is shown what is not on disk: everybody comes again, and finds what is
        effects.length = 0
        answer = problem(503, 'not-saved')
        more = tables.forget(table)
      }
    } else if (effect[0] === 'send') {
      post({ t: 'said', connection: effect[1], text: effect[2] })
    } else if (effect[0] === 'close') {
      post({ t: 'closed', connection: effect[1], code: effect[2] })
    } else if (effect[0] === 'think') {
      const [, table, number] = effect
      setTimeout(() => next(() => think(table, number))) // whatever has been said meanwhile comes first
    } else if (effect[0] === 'wait') {
      const [, table, milliseconds] = effect
      clearTimeout(timers.get(table))
      if (milliseconds !== null) {
        const ring = () => next(async () => carryOut(tables.time_is_up(table)))
        timers.set(table, setTimeout(ring, milliseconds))
      }
    } else if (effect[0] === 'drop') {
      await dropTable(effect[1])
    } else {
      const [, ...said] = effect
      answer = said
    }
    effects.push(...(JSON.parse(more) as Effect[]))
  }
  return answer
}

async function think(table: string, number: number): Promise<void> {
  const { tables } = await started
  post({ t: 'thinking', on: true })
  try {
    await carryOut(tables.think(table, number))
  } finally {
    post({ t: 'thinking', on: false })
  }
}

// ---- tables, each open at one place only

/** What lets go of a table, by the table; a browser gives its lock to whoever came last. */
const held = new Map<string, () => void>()
const tableOf = new Map<number, string>()

async function hold(table: string): Promise<void> {
  if (held.has(table)) return
  const { tables } = await started
  await new Promise<void>((mine) => {
    navigator.locks
      .request(`periplo ${table}`, { steal: true }, () => {
        mine()
        return new Promise<void>((done) => held.set(table, done))
      })
      .catch(() => {
        held.delete(table)
        next(() => carryOut(tables.forget(table, OPEN_ELSEWHERE)))
      })
  })
  // somebody else may have gone on with it
  await carryOut(tables.forget(table))
}

/** Into memory, if it is on disk. */
async function load(table: string): Promise<void> {
  const { tables } = await started
  if (tables.has(table)) return
  const kept = await readTable(table)
  if (kept === null) return
  await carryOut(tables.load(JSON.stringify(kept)))
  const { rematch } = kept.row
  if (rematch && !tables.has(rematch)) {
    const following = await readTable(rematch)
    if (following !== null) await carryOut(tables.load(JSON.stringify(following)))
  }
}

const problem = (status: number, code: string): Answer => [status, JSON_KIND, JSON.stringify({ status, code, why: '', clause: '', option: '' })]

async function answerTo(method: string, target: string, body: string): Promise<Answer> {
  if (target === '/api/my/tables') return [200, JSON_KIND, JSON.stringify((await listTables()).map(({ info }) => info))]
  const { tables, ask } = await started
  const table = /^\/api\/tables\/([0-9a-z]+)/.exec(target)?.[1]
  if (table !== undefined) await load(table)
  return (await carryOut(ask(tables, method, target, body))) ?? problem(500, 'server')
}

async function handle(message: ToWorker): Promise<void> {
  const { tables } = await started
  if (message.t === 'ask') {
    const { id, method, target, body } = message
    const [status, kind, text] = await answerTo(method, target, body).catch((error: unknown) => {
      console.error(error)
      return problem(409, 'unreadable-table')
    })
    post({ t: 'answer', id, status, kind, text })
  } else if (message.t === 'connect') {
    const { connection, table } = message
    await hold(table)
    try {
      await load(table)
    } catch (error) {
      console.error(error)
      post({ t: 'closed', connection, code: CANNOT_BE_OPENED })
      return
    }
    tableOf.set(connection, table)
    await carryOut(tables.connect(connection, table))
  } else if (message.t === 'say') {
    await carryOut(tables.receive(message.connection, message.text))
  } else {
    await carryOut(tables.disconnect(message.connection))
    const table = tableOf.get(message.connection)
    tableOf.delete(message.connection)
    if (table !== undefined && ![...tableOf.values()].includes(table)) {
      held.get(table)?.()
      held.delete(table)
      await carryOut(tables.forget(table))
    }
  }
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  const isPicture = data.t === 'ask' && /\/example\.svg/.test(data.target)
  next(() => handle(data), isPicture ? pictures : waiting)
}
