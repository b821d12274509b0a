// RFC 7396: null removes, objects merge, anything else is replaced whole; members of a list by their number or name.

const KEYS = ['number', 'name']

/**
 * @param {any} old
 * @param {any} patch
 */
export function merged(old, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch
  const key = Array.isArray(old) && KEYS.find(name => old[0]?.[name] !== undefined)
  if (key) return old.map(one => patch[one[key]] ?? one)
  const result = old !== null && typeof old === 'object' && !Array.isArray(old) ? { ...old } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}
