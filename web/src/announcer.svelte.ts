// What a screen reader says by itself: events and turns.

class Announcer {
  said = $state('')

  /** The same words twice are said twice: a trailing space makes them different. */
  say(words: string): void {
    if (words !== '') this.said = words === this.said ? `${words} ` : words
  }
}

export const announcer = new Announcer()
