// Sounds by choice, made in the browser: a card, a chip, a bell.

import { settings } from '../parts/settings.js'

let audio = null
const SOUNDS = { CardDealt: [900, 0.05, 'noise'], HoleCardTurned: [700, 0.06, 'noise'], WagerPlaced: [2200, 0.05, 'sine'], WagerSettled: [1500, 0.07, 'sine'], WheelSpun: [400, 0.4, 'triangle'], turn: [660, 0.12, 'sine'] }

export function play(name) {
  const sound = SOUNDS[name]
  if (!sound || !settings().sound || document.hidden) return
  audio ??= new AudioContext()
  const [pitch, lasts, kind] = sound
  const gain = audio.createGain()
  gain.gain.setValueAtTime(0.08, audio.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + lasts)
  gain.connect(audio.destination)
  const source = kind === 'noise' ? noise(lasts) : tone(pitch, kind)
  source.connect(gain)
  source.start()
  source.stop(audio.currentTime + lasts)
}

function tone(pitch, kind) {
  const source = audio.createOscillator()
  source.type = kind
  source.frequency.value = pitch
  return source
}

function noise(lasts) {
  const buffer = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate)
  const data = buffer.getChannelData(0)
  for (let at = 0; at < data.length; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length)
  const source = audio.createBufferSource()
  source.buffer = buffer
  return source
}
