// Requests to the server: JSON in, JSON out, errors as one sentence.

import { T } from '../texts.js'

export class Trouble extends Error {
  constructor(message, status = 0) {
    super(message)
    this.status = status
  }
}

let skew = 0

/** The server's time in ms since 1970, near enough for a clock that counts seconds. */
export function serverNow() {
  return Date.now() + (Math.abs(skew) > 2000 ? skew : 0)
}

export async function ask(method, path, body) {
  let response
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: method === 'GET' ? {} : { 'X-Spanish21': '1', 'Content-Type': 'application/json' },
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
    })
  } catch {
    throw new Trouble(T.noServer)
  }
  const date = Date.parse(response.headers.get('date') ?? '')
  if (date) skew = date - Date.now()
  const answer = response.status === 204 ? null : await response.json().catch(() => null)
  if (!response.ok) throw new Trouble(answer?.error ?? answer?.errors?.join(' ') ?? T.serverTrouble, response.status)
  return answer
}

/** A text of the server, or '' where it has none to give. */
export async function readText(path) {
  const response = await fetch(`/api${path}`, { credentials: 'same-origin' }).catch(() => null)
  return response?.ok && response.headers.get('content-type')?.startsWith('text/plain') ? response.text() : ''
}

export const get = path => ask('GET', path)
export const post = (path, body) => ask('POST', path, body)
