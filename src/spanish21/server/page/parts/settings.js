// What a person has chosen for this browser. Kept in localStorage; no secret is ever kept there.

const KEY = 'spanish21.settings'
const USUAL = { theme: 'auto', motion: 'auto', fourColours: false, sound: false, keys: true }
const listeners = new Set()
let chosen = { ...USUAL, ...read() }

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {}
  } catch {
    return {}
  }
}

export function settings() {
  return chosen
}

export function choose(change) {
  chosen = { ...chosen, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch { /* a browser that keeps nothing still plays */ }
  show()
  listeners.forEach(listener => listener(chosen))
}

export function onSettings(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isMotionOn() {
  if (chosen.motion !== 'auto') return chosen.motion === 'on'
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Put the choices where the style sheets see them. */
export function show() {
  const root = document.documentElement
  const isDark = chosen.theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen.theme === 'dark'
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.motion = isMotionOn() ? 'on' : 'off'
  root.dataset.colours = chosen.fourColours ? 'four' : 'two'
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', show)
