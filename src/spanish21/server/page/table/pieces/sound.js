// Sounds by choice, made in the browser: a card that slides, a chip, a bell, a wheel that ticks.

import { settings } from '../../parts/settings.js'

/** @type {AudioContext} */
let audio
const LOUD = 0.09

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card: () => noise(0.09, 2600, 0.6),
  turn: () => tone(587, 0.16, 0, 'sine', 0.5),
  hurry: () => [0, 0.18].forEach(at => tone(494, 0.12, at, 'sine', 0.5)),
  chip: () => [0, 0.045].forEach(at => tone(2300 - at * 9000, 0.04, at, 'triangle', 0.6)),
  lost: () => sweep(230, 120, 0.28),
  won: () => [0, 0.13].forEach((at, note) => tone([880, 1175][note], 0.4, at, 'sine', 0.8)),
  great: () => [0, 0.11, 0.22, 0.36].forEach((at, note) => tone([784, 988, 1175, 1568][note], 0.5, at, 'sine', 0.8)),
  wheel: () => ticks(4.2),
}

/** Of what happens together only one is heard, the first of these. */
const LOUDEST = ['great', 'won', 'lost', 'wheel', 'chip', 'card']

/**
 * The sounds of steps that are shown together.
 * @param {Wire.Step[]} steps
 * @param {string} you
 */
export function sound(steps, you) {
  /** @type {Set<string>} */
  const names = new Set(steps.map(step => soundOf(step, you)))
  const name = LOUDEST.find(one => names.has(one))
  if (name) play(name)
}

/** What a step sounds like; '' for nothing. */
function soundOf(/** @type {Wire.Step} */ { event }, /** @type {string} */ you) {
  const isMine = 'person' in event && event.person === you
  if (event.type === 'CardDealt' || event.type === 'HoleCardTurned') return 'card'
  if (event.type === 'WheelSpun' || event.type === 'CommunityWheelSpun') return 'wheel'
  if (event.type === 'WagerPlaced' || event.type === 'DoubleMade' || event.type === 'PairSplit') return 'chip'
  if (event.type === 'BonusPaid') return isMine ? 'great' : 'chip'
  if (event.type !== 'WagerSettled') return ''
  if (!isMine) return 'chip'
  if (event.paid > 0) return event.kind === 'main' && event.why !== 'pays_win' ? 'great' : 'won'
  return event.collected > 0 ? 'lost' : ''
}

/** @param {string} name */
export function play(name) {
  if (!SOUNDS[name] || !settings().sound || document.hidden || !navigator.userActivation?.hasBeenActive) return
  audio ??= new AudioContext()
  SOUNDS[name]()
}

/** The volume over time: it begins at full strength and fades. */
function fading(/** @type {number} */ lasts, /** @type {number} */ delay, /** @type {number} */ loud) {
  const begin = audio.currentTime + delay
  const gain = audio.createGain()
  gain.gain.setValueAtTime(LOUD * loud, begin)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts)
  gain.connect(audio.destination)
  return { gain, begin }
}

/**
 * @param {number} pitch
 * @param {number} lasts
 * @param {number} delay
 * @param {OscillatorType} kind
 * @param {number} loud
 */
function tone(pitch, lasts, delay, kind, loud) {
  const { gain, begin } = fading(lasts, delay, loud)
  const source = audio.createOscillator()
  source.type = kind
  source.frequency.value = pitch
  source.connect(gain)
  source.start(begin)
  source.stop(begin + lasts)
  return source
}

function sweep(/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ lasts) {
  const source = tone(from, lasts, 0, 'sine', 1)
  source.frequency.exponentialRampToValueAtTime(to, audio.currentTime + lasts)
}

function noise(/** @type {number} */ lasts, /** @type {number} */ pitch, /** @type {number} */ loud, delay = 0) {
  const { gain, begin } = fading(lasts, delay, loud)
  const buffer = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let at = 0; at < data.length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length)
  const band = audio.createBiquadFilter()
  band.type = 'bandpass'
  band.frequency.value = pitch
  band.connect(gain)
  const source = audio.createBufferSource()
  source.buffer = buffer
  source.connect(band)
  source.start(begin)
}

/** A wheel that slows down. */
function ticks(/** @type {number} */ lasts) {
  for (let at = 0, gap = 0.04; at < lasts; at += gap, gap *= 1.085) noise(0.02, 1800, 0.5, at)
}
