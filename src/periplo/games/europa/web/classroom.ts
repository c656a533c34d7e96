// What a class table takes from the race: its question card, and how a team stands.
import type { ClassroomModule, Entry, Snapshot } from '$web/board'
import Asked from './Asked.svelte'
import ClassTeam from './ClassTeam.svelte'
import { lastAnswer } from './notices'
import { signOfTeam } from './race'

export const Question = Asked as unknown as ClassroomModule['Question']
export const Team = ClassTeam as unknown as ClassroomModule['Team']

export const seatSign = signOfTeam as ClassroomModule['seatSign']

export const hasQuestion = (snapshot: Snapshot, log: Entry[]): boolean => snapshot.question != null || lastAnswer(log, null) !== null
