// Appointing somebody: the server makes the office, this device keeps its link.
import { appoint as ask } from '../api/http'
import type { Role } from '../api/wire'
import { keepLink, type Link } from './links'

export async function appoint(table: string, role: Role, name: string, seat?: number): Promise<Link> {
  const { official, token } = await ask(table, role, name, seat)
  const link: Link = { official, role, name, token, ...(seat === undefined ? {} : { seat }) }
  keepLink(table, link)
  return link
}
