// A game's lessons, one after the other: what is tried goes to the server, which says what became of it.
import { attendLesson } from '../api/http'
import type { Course, LessonMoment, Lesson } from '../api/wire'
import type { Choice, Snapshot } from '../board'
import { settings } from '../settings.svelte'
import { Queue } from '../table/queue'
import { accepted, at, keepProgress, resume, startOver, type Progress } from './progress'

const STEP_MS = 350
/** What is tried by pressing the dice. */
export const THROW = 'throw'

export class LessonSession {
  shown = $state.raw<Snapshot | null>(null)
  stepMs = $state(0)
  /** What the panel says: it changes when the board has shown it. */
  reported = $state.raw<LessonMoment | null>(null)
  failure = $state.raw<unknown>(null)
  /** Whether only what is looked for is offered. */
  hinted = $state(false)
  /** Whether something was pressed that does nothing. */
  missed = $state(false)
  progress: Progress
  /** The lesson that is shown; where another one is wanted, until its answer comes. */
  lesson: Lesson
  private drained = $state(false)
  private busy = $state(false)
  private latest: LessonMoment | null = null
  private asked = 0
  private readonly queue: Queue

  constructor(
    readonly game: string,
    readonly course: Course,
  ) {
    this.queue = new Queue(
      () => this.changed(),
      () => ({ stepMs: settings.still || document.hidden ? 0 : STEP_MS, holdMs: 0 }),
    )
    const ids = course.lessons.map(({ id }) => id)
    this.progress = $state.raw(resume(game, ids))
    this.lesson = $state.raw(this.wanted)
    void this.load()
  }

  get index(): number {
    return this.course.lessons.indexOf(this.lesson)
  }

  private get wanted(): Lesson {
    return this.course.lessons.find(({ id }) => id === this.progress.at) ?? this.course.lessons[0]!
  }

  get isLast(): boolean {
    return this.index === this.course.lessons.length - 1
  }

  /** Whether something may be tried now. */
  get ready(): boolean {
    return this.drained && !this.busy && this.reported !== null && !this.reported.done
  }

  get choices(): Choice[] {
    if (!this.ready) return []
    const offered = this.shown?.choices[String(this.lesson.seat)] ?? []
    return this.hinted ? offered.filter(({ text }) => this.reported!.accepted.includes(text)) : offered
  }

  get mayThrow(): boolean {
    return this.ready && this.reported!.accepted.includes(THROW) && this.shown?.thrower === this.lesson.seat
  }

  go(index: number): void {
    this.missed = false
    const lesson = this.course.lessons[index]
    if (lesson === undefined) return
    this.keep(at(this.progress, lesson.id))
    void this.load()
  }

  again(): void {
    this.go(this.index)
  }

  /** The next visit begins at the first lesson. */
  finish(): void {
    keepProgress(this.game, startOver(this.progress))
  }

  async load(): Promise<void> {
    this.queue.stop()
    const lesson = this.wanted
    const answer = await this.ask(lesson, this.progress.tries)
    if (answer === null) return
    this.lesson = lesson
    this.hinted = false
    this.latest = answer
    this.queue.jump(answer.moments.at(-1)!)
  }

  async attempt(text: string): Promise<void> {
    if (!this.ready) return
    this.missed = false
    const answer = await this.ask(this.lesson, [...this.progress.tries, text])
    if (answer === null) return
    this.latest = answer
    if (answer.verdict?.kind === 'accepted') {
      this.hinted = false
      this.keep(accepted(this.progress, text, answer.done))
      for (const moment of answer.moments) this.queue.push(moment)
    } else {
      this.hinted = true
      this.queue.jump(answer.moments.at(-1)!)
    }
  }

  animationDone(n: number): void {
    this.queue.animationDone(n)
  }

  stop(): void {
    this.asked += 1
    this.queue.stop()
  }

  /** The answer; null if it failed, or nobody waits for it any more. */
  private async ask(lesson: Lesson, tries: string[]): Promise<LessonMoment | null> {
    const mine = ++this.asked
    this.busy = true
    try {
      const answer = await attendLesson(this.game, lesson.id, tries)
      if (mine !== this.asked) return null
      this.failure = null
      return answer
    } catch (error) {
      if (mine === this.asked) this.failure = error
      return null
    } finally {
      if (mine === this.asked) this.busy = false
    }
  }

  private keep(progress: Progress): void {
    this.progress = progress
    keepProgress(this.game, progress)
  }

  private changed(): void {
    this.shown = this.queue.shown
    this.stepMs = this.queue.stepMs
    this.drained = this.queue.drained
    if (this.drained) this.reported = this.latest
  }
}
