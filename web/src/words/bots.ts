// What bots are called. Levels have words in every language; a bot that somebody brought along has its own name.
import { say } from './say.svelte'

const LEVELS = ['easy', 'medium', 'hard', 'random', 'greedy'] as const

export function botName(bot: string): string {
  const level = LEVELS.find((one) => one === bot)
  return say('bot', { level: level === undefined ? bot : say(`bot-${level}`) })
}
