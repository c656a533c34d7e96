// The links that this device has given out: their tokens are known here only, the server has hashes. A lost one is
// withdrawn and given anew.
import { keepTokens } from '../api/device'
import { keep, recall } from '../keep'

export interface Link {
  official: string
  role: string
  name: string
  seat?: number
  token: string
}

const key = (table: string) => `links ${table}`

export const linksOf = (table: string) => recall<Link[]>(key(table), [])

export function keepLink(table: string, link: Link): void {
  keep(key(table), [...linksOf(table).filter((one) => one.official !== link.official), link])
}

export function dropLink(table: string, official: string): void {
  keep(key(table), linksOf(table).filter((one) => one.official !== official))
}

/** Hold an office on this device, too. */
export function holdOffice(table: string, { official, token }: Pick<Link, 'official' | 'token'>): void {
  keepTokens(table, { [`office ${official}`]: token })
}
