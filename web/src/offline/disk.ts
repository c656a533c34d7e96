// The tables of this device, in IndexedDB: a row a table with its seats, a row an action.
import type { Table } from '../api/wire'
import type { Translated } from '../board'

type Row = Record<string, unknown>

/** What is to be kept: the seats and rows that are new or changed. */
export interface Rows {
  row?: Row
  seats: (Row & { seat: number })[]
  log: (Row & { number: number })[]
  /** The table as a list shows it, and how its game is called. */
  info: Table
  name: Translated
}

interface KeptTable {
  id: string
  row: Row & { rematch?: string }
  seats: (Row & { seat: number })[]
  info: Table
  name: Translated
}

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open('periplo', 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('tables', { keyPath: 'id' })
      asked.result.createObjectStore('log', { keyPath: ['table', 'number'] })
    }
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => failed(asked.error!)
  })
  opened.catch(() => (opened = null))
  return opened
}

const answer = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => failed(asked.error!)
  })

/** All of it or nothing, and on disk when it is over. */
async function write(work: (tables: IDBObjectStore, log: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(['tables', 'log'], 'readwrite', { durability: 'strict' })
  await new Promise<void>((done, failed) => {
    transaction.oncomplete = () => done()
    transaction.onabort = transaction.onerror = () => failed(transaction.error!)
    work(transaction.objectStore('tables'), transaction.objectStore('log'))
  })
}

const ofTable = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

export function keepRows(id: string, rows: Rows): Promise<void> {
  return write((tables, log) => {
    const asked = tables.get(id) as IDBRequest<KeptTable | undefined>
    asked.onsuccess = () => {
      const before = asked.result
      const seats = new Map((before?.seats ?? []).map((seat) => [seat.seat, seat]))
      for (const seat of rows.seats) seats.set(seat.seat, seat)
      const row = rows.row ?? before!.row
      tables.put({ id, row, seats: [...seats.values()].sort((one, other) => one.seat - other.seat), info: rows.info, name: rows.name })
    }
    for (const row of rows.log) log.put({ table: id, ...row })
  })
}

/** A table as it was kept; null if there is none. */
export async function readTable(id: string): Promise<(KeptTable & { log: Row[] }) | null> {
  const transaction = (await database()).transaction(['tables', 'log'])
  const [table, log] = await Promise.all([
    answer(transaction.objectStore('tables').get(id) as IDBRequest<KeptTable | undefined>),
    answer(transaction.objectStore('log').getAll(ofTable(id)) as IDBRequest<Row[]>),
  ])
  if (table === undefined) return null
  return { ...table, log: log.map(({ table: _, ...row }) => row) }
}

/** The newest first. */
export async function listTables(): Promise<{ info: Table; name: Translated }[]> {
  const tables = (await database()).transaction('tables').objectStore('tables')
  const found = await answer(tables.getAll() as IDBRequest<KeptTable[]>)
  return found.map(({ info, name }) => ({ info, name })).sort((one, other) => other.info.created - one.info.created)
}

export function dropTable(id: string): Promise<void> {
  return write((tables, log) => {
    tables.delete(id)
    log.delete(ofTable(id))
  })
}
