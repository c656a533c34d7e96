// How this person likes it: kept on the device, in force at once.
import { keep, recall } from './keep'
import { anyMark } from './marks'
import { type Tempo } from './table/tempo'
import { LANGUAGES, type Language } from './words/languages'

export type Theme = 'system' | 'light' | 'dark' | 'sun'
export type Motion = 'system' | 'none' | 'full'

// until somebody types a name they are called after a wind, the same in all three languages
const WINDS = ['Levante', 'Poniente', 'Tramontana', 'Siroco', 'Gregal', 'Mistral', 'Ostro', 'Bora']

const aWind = () => WINDS[Math.floor(Math.random() * WINDS.length)]!

function spoken(): Language {
  const asked = navigator.languages.map((language) => language.slice(0, 2))
  return LANGUAGES.find((language) => language === asked.find((one) => (LANGUAGES as readonly string[]).includes(one))) ?? 'en'
}

const calm = matchMedia('(prefers-reduced-motion: reduce)')

class Settings {
  language = $state<Language>(recall('language', spoken()))
  theme = $state<Theme>(recall('theme', 'system'))
  motion = $state<Motion>(recall('motion', 'system'))
  /** At which others act before one's eyes. */
  tempo = $state<Tempo>(recall('tempo', 'normal'))
  sounds = $state<boolean>(recall('sounds', false))
  vibration = $state<boolean>(recall('vibration', false))
  notifications = $state<boolean>(recall('notifications', false))
  keys = $state<boolean>(recall('keys', true))
  name = $state<string>(recall('name', aWind()))
  /** Whether somebody has given it. */
  named = $state<boolean>(recall('named', false))
  mark = $state<string>(recall('mark', '') || anyMark())
  textBoard = $state<boolean>(recall('textBoard', false))
  private calm = $state(calm.matches)

  constructor() {
    calm.addEventListener('change', () => (this.calm = calm.matches))
  }

  get still(): boolean {
    return this.motion === 'none' || (this.motion === 'system' && this.calm)
  }

  /** With a name and a mark as on a device that is new here. */
  forgetWho(): void {
    this.name = aWind()
    this.named = false
    this.mark = anyMark()
  }

  /** To be called within an effect: writes down whatever changes, and shows it. */
  keep(): void {
    keep('language', this.language)
    keep('theme', this.theme)
    keep('motion', this.motion)
    keep('tempo', this.tempo)
    keep('sounds', this.sounds)
    keep('vibration', this.vibration)
    keep('notifications', this.notifications)
    keep('keys', this.keys)
    keep('name', this.name)
    keep('named', this.named)
    keep('mark', this.mark)
    keep('textBoard', this.textBoard)
    const root = document.documentElement
    root.lang = this.language
    if (this.theme === 'system') delete root.dataset.theme
    else root.dataset.theme = this.theme
    if (this.still) root.dataset.motion = 'none'
    else delete root.dataset.motion
  }
}

export const settings = new Settings()
