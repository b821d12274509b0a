// What a person has chosen for this browser. Kept in localStorage; no secret is ever kept there.

const KEY = 'spanish21.settings'
/**
 * @typedef {{ theme: string, motion: string, fourColours: boolean, contrast: boolean, sound: boolean, keys: boolean,
 *   judge: boolean, clock: boolean }}
 *   Settings
 */
/** @type {Settings} */
const USUAL = {
  theme: 'auto',
  motion: 'auto',
  fourColours: false,
  contrast: false,
  sound: false,
  keys: true,
  judge: true,
  clock: false,
}
/** @type {Set<(chosen: Settings) => void>} */
const listeners = new Set()
let chosen = { ...USUAL, ...read() }

/** @returns {Partial<Settings>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

export function settings() {
  return chosen
}

/** @param {Partial<Settings>} change */
export function choose(change) {
  chosen = { ...chosen, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    /* a browser that keeps nothing still plays */
  }
  show()
  listeners.forEach(listener => listener(chosen))
}

/** @param {(chosen: Settings) => void} listener */
export function onSettings(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isMotionOn() {
  if (chosen.motion !== 'auto') return chosen.motion !== 'off'
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** @type {Record<string, number>} */
const PACES = { calm: 1.6, quick: 0.4 }

/** How long movements take, against the usual. */
export const paceOf = () => PACES[chosen.motion] ?? 1

/** Put the choices where the style sheets see them. */
export function show() {
  const root = document.documentElement
  const isDark = chosen.theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen.theme === 'dark'
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.motion = isMotionOn() ? 'on' : 'off'
  root.dataset.contrast = chosen.contrast ? 'high' : 'usual'
  root.dataset.colours = chosen.fourColours ? 'four' : 'two'
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', show)
