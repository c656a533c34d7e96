// Requests about packs. Whoever came by an edit link shows its token.
import { askWith } from '../api/http'
import type { MyPacks, OpenedPack, PackChanges, PackInfo, PackRead, PackToPlay, SavedPack } from '../api/wire'
import { editToken } from './kept'

async function ask<T>(method: string, path: string, id: string | null = null, body?: unknown): Promise<T> {
  const answer = await send(method, path, id, body)
  return (await answer.json()) as T
}

function send(method: string, path: string, id: string | null, body?: unknown): Promise<Response> {
  const token = id === null ? null : editToken(id)
  return askWith(token === null ? {} : { 'Periplo-Pack': token }, method, `/api/packs${path}`, body)
}

const about = (game: string, name: string) => `game=${game}&name=${encodeURIComponent(name)}`

export const myPacks = () => ask<MyPacks>('GET', '')
export const makePack = (game: string, title: string, copy: boolean) => ask<OpenedPack>('POST', '', null, { game, title, copy })
/** What is in a file, or everything that is wrong with it. */
export const readFile = (game: string, file: File) => ask<PackRead>('POST', `/read?${about(game, file.name)}`, null, new Blob([file]))
export const importFile = (game: string, file: File, title: string) =>
  ask<OpenedPack>('POST', `/import?${about(game, file.name)}&title=${encodeURIComponent(title)}`, null, new Blob([file]))
export const showPack = (id: string) => ask<OpenedPack>('GET', `/${id}`, id)
export const savePack = (id: string, changes: PackChanges) => ask<SavedPack>('PUT', `/${id}`, id, changes)
export const publishPack = (id: string, revision: number) => ask<PackInfo>('POST', `/${id}/publish`, id, { revision })
export const exportPack = async (id: string, ending: string) => (await send('GET', `/${id}/export/${ending}`, id)).blob()
export const deletePack = (id: string) => send('DELETE', `/${id}`, null)
export const newEditLink = (id: string) => ask<{ token: string }>('POST', `/${id}/link`)
export const voidEditLink = (id: string) => send('DELETE', `/${id}/link`, null)
export const packToPlay = (id: string) => ask<PackToPlay>('GET', `/${id}/play`)
/** A picture made fit for a pack, as a data address. */
export const fitPicture = (id: string, file: File) => ask<{ picture: string }>('POST', `/${id}/pictures`, id, new Blob([file]))
