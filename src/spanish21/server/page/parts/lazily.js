// A part that is loaded when it is first needed; its callers carry on without it until then.

/**
 * @template Part
 * @param {() => Promise<Part>} load
 */
export function lazily(load) {
  /** @type {Part | null} */
  let part = null
  /** @type {Promise<Part> | null} */
  let coming = null

  /** The part, once it is there; a failed attempt is made again at the next need. */
  function need() {
    coming ??= load().then(
      made => {
        part = made
        return made
      },
      trouble => {
        coming = null
        throw trouble
      },
    )
    return coming
  }

  /** @type {() => Part | null} */
  const now = () => part
  return { need, now }
}
