// Requests to the server: JSON in, JSON out, errors as one sentence.

import { language } from '../parts/language.js'
import { T } from '../texts.js'

export class ServerTrouble extends Error {
  /** @param {string} message */
  constructor(message, status = 0) {
    super(message)
    this.status = status
  }
}

/** The server asks for the second factor first. */
let proved = async () => false

/**
 * What asks for the second factor where it is wanted, and says whether it was given.
 * @param {() => Promise<boolean>} ask
 */
export function proveWith(ask) {
  proved = ask
}
let skew = 0

/** The server's time in ms since 1970, near enough for a clock that counts seconds. */
export function serverNow() {
  return Date.now() + (Math.abs(skew) > 2000 ? skew : 0)
}

/**
 * @template {string} Method
 * @template {string} Path
 * @param {Method} method
 * @param {Path} path
 * @param {Wire.Body<Method, Path>} [body]
 * @returns {Promise<Wire.Answer<Method, Path>>}
 */
export async function ask(method, path, body) {
  let response
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': language,
        ...(method === 'GET' ? {} : { 'X-Spanish21': '1', 'Content-Type': 'application/json' }),
      },
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
    })
  } catch {
    throw new ServerTrouble(T.noServer)
  }
  const date = Date.parse(response.headers.get('date') ?? '')
  if (date) skew = date - Date.now()
  const answer = response.status === 204 ? null : await response.json().catch(() => null)
  if (method !== 'GET' && answer?.needs === 'proof') {
    if (await proved()) return ask(method, path, body)
  }
  if (!response.ok)
    throw new ServerTrouble(answer?.error ?? answer?.errors?.join(' ') ?? T.serverTrouble, response.status)
  return answer
}

/**
 * A text of the server, or '' without one.
 * @param {string} path
 */
export async function readText(path) {
  const response = await fetch(`/api${path}`, { credentials: 'same-origin' }).catch(() => null)
  return response?.ok && response.headers.get('content-type')?.startsWith('text/plain') ? response.text() : ''
}

/**
 * @template {string} Path
 * @param {Path} path
 */
export const get = path => ask('GET', path)
/**
 * @template {string} Path
 * @param {Path} path
 * @param {Wire.Body<'POST', Path>} [body]
 */
export const post = (path, body) => ask('POST', path, body)
