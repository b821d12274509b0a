// RFC 7396: null removes, objects merge, anything else is replaced whole.

export function merged(old, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch
  const result = old !== null && typeof old === 'object' && !Array.isArray(old) ? { ...old } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}
