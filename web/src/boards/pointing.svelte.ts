// Which choice somebody looks at before making it: the mouse over it, the keyboard on it, or a finger's first tap.
import type { Consequence } from '../board'

/** Whether a choice brings about more than the one thing that one sees anyway. */
export function tellsMore(consequence: Consequence | undefined): boolean {
  return consequence !== undefined && consequence.events.length > 1
}

export class Pointing {
  private pointed = $state('')
  private byFinger = false
  /** Whether a finger's first tap has chosen what is looked at: a second one does it. */
  tapped = $state(false)

  /** `shown` is the choice that is shown while nobody looks at another one, such as a hint. */
  constructor(private readonly shown: () => string = () => '') {}

  /** The text of the choice that is looked at; empty for none. */
  get text(): string {
    return this.pointed || this.shown()
  }

  set text(text: string) {
    this.pointed = text
    this.tapped = false
  }

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
    this.tapped = looks
    return !looks
  }

  private leave(text: string) {
    if (this.pointed === text) this.text = ''
  }
}
