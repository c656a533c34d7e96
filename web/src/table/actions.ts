// All that may be done, in an order one can find one's way in: few as they are, many by their first word.

const MANY = 12

export interface Group {
  word: string
  actions: string[]
}

export function grouped(legal: string[]): Group[] {
  if (legal.length <= MANY) return legal.length === 0 ? [] : [{ word: '', actions: legal }]
  const groups = new Map<string, string[]>()
  for (const text of legal) {
    // two words group better than one, where there are three: "spin d4 clockwise"
    const words = text.split(' ')
    const word = words.length > 2 ? `${words[0]} ${words[1]}` : words[0]!
    groups.set(word, [...(groups.get(word) ?? []), text])
  }
  return [...groups].map(([word, actions]) => ({ word, actions }))
}
