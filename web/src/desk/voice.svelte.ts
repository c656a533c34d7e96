// The browser's own voice.
import type { Language } from '../words/languages'

class Voice {
  /** Whether this browser can speak at all. */
  readonly exists = 'speechSynthesis' in globalThis
  speaking = $state(false)

  say(text: string, language: Language): void {
    if (!this.exists) return
    speechSynthesis.cancel()
    const said = new SpeechSynthesisUtterance(text)
    said.lang = language
    said.rate = 0.95
    said.onend = said.onerror = () => (this.speaking = false)
    this.speaking = true
    speechSynthesis.speak(said)
  }

  stop(): void {
    if (this.exists) speechSynthesis.cancel()
    this.speaking = false
  }
}

export const voice = new Voice()
