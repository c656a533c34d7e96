// What a screen reader says by itself: events and turns.

class Announcer {
  said = $state('')
  private last = ''

  /** The same words twice are said twice: a trailing space makes them different. */
  say(words: string): void {
    if (words === '') return
    this.last = words === this.last ? `${words} ` : words
    this.said = this.last
  }
}

export const announcer = new Announcer()
