// Small clicks, made on the spot; off unless somebody wants them.
import { settings } from './settings.svelte'

let context: AudioContext | null = null

function click(pitch: number, length: number): void {
  if (!settings.sounds) return
  context ??= new AudioContext()
  const now = context.currentTime
  const tone = context.createOscillator()
  const loudness = context.createGain()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch, now)
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, now + length)
  loudness.gain.setValueAtTime(0.12, now)
  loudness.gain.exponentialRampToValueAtTime(0.001, now + length)
  tone.connect(loudness).connect(context.destination)
  tone.start(now)
  tone.stop(now + length)
}

export const moved = () => click(420, 0.06)
export const yourTurn = () => click(880, 0.22)
export const over = () => click(660, 0.5)
