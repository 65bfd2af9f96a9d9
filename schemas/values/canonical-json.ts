// Canonical JSON: keys sorted by UTF-16 code units, numbers as in ECMAScript (RFC 8785). Digests and hash-consing
// compare these strings, so the key order in the source does not matter.

const WIDTH = 110

/** The names of the members in canonical order: by UTF-16 code units. Most objects are written in it. */
function names(value: object): readonly string[] {
  const keys = Object.keys(value)
  for (let index = 1; index < keys.length; index += 1)
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort()
  return keys
}

/** Concatenates in loops: the compiler compares plans by these strings, node by node. */
function serialize(
  value: unknown,
  comma: string,
  colon: string,
  known?: ReadonlyMap<unknown, string>,
): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const before = known?.get(value)
  if (before !== undefined) return before
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += (text === '' ? '' : comma) + serialize(item, comma, colon, known)
    return `[${text}]`
  }
  const object = value as Readonly<Record<string, unknown>>
  for (const name of names(object)) {
    const member = object[name]
    if (member === undefined) continue
    text += (text === '' ? '' : comma) + JSON.stringify(name) + colon + serialize(member, comma, colon, known)
  }
  return `{${text}}`
}

/** The canonical JSON text, without white space; undefined properties are omitted. */
export const canonicalJson = (value: unknown): string => serialize(value, ',', ':')

/** The same, if the canonical strings of some parts are known. */
export const canonicalJsonOf = (value: unknown, known: ReadonlyMap<unknown, string>): string =>
  serialize(value, ',', ':', known)

/**
 * The same members in the same order, formatted for reading and line diffs: what fits on a line stays on one.
 * Deterministic.
 */
export function prettyJson(value: unknown, indent = ''): string {
  const line = serialize(value, ', ', ': ')
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const inner = `${indent}  `
  const rows = Array.isArray(value)
    ? value.map(item => inner + prettyJson(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, member]) => `${inner}${JSON.stringify(key)}: ${prettyJson(member, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`
}
