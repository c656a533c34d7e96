// Which choice somebody looks at before making it: the mouse over it, the keyboard on it, or a finger's first tap.
import type { Consequence } from '../board'

/** Whether a choice brings about more than the one thing that one sees anyway. */
export function tellsMore(consequence: Consequence | undefined): boolean {
  return consequence !== undefined && consequence.events.length > 1
}

export class Pointing {
  /** The text of the choice that is looked at; empty for none. */
  text = $state('')
  private byFinger = false

  /** To be spread over whatever stands for a choice. */
  at(text: string) {
    return {
      onpointerenter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') this.text = text
      },
      onpointerleave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') this.leave(text)
      },
      onpointerdown: ({ pointerType }: PointerEvent) => {
        this.byFinger = pointerType !== 'mouse'
      },
      onfocus: ({ currentTarget }: FocusEvent) => {
        if ((currentTarget as Element).matches(':focus-visible')) this.text = text
      },
      onblur: () => this.leave(text),
    }
  }

  /** Whether a press is meant: a finger's first tap only shows what would follow, where there is something to show. */
  isMeant(text: string, hasMore: boolean): boolean {
    const looks = this.byFinger && this.text !== text && hasMore
    this.byFinger = false
    this.text = looks ? text : ''
    return !looks
  }

  private leave(text: string) {
    if (this.text === text) this.text = ''
  }
}
