// What bots are called. Levels have words in every language, a game's own bots too; one that somebody brought along has its own name.
import type { GameWords } from '../board'
import { say } from './say.svelte'

const LEVELS = ['easy', 'medium', 'hard', 'random', 'greedy'] as const

export function botName(bot: string, words: GameWords | null): string {
  const level = LEVELS.find((one) => one === bot)
  return say('bot', { level: level === undefined ? (words?.bots[bot] ?? bot) : say(`bot-${level}`) })
}
