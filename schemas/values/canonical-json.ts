// Canonical JSON: keys sorted by UTF-16 code units, numbers as in ECMAScript (RFC 8785). Digests and hash-consing
// compare these texts, so the key order in the source does not matter.

const WIDTH = 110

const members = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))

function serialize(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map(item => serialize(item, comma, colon)).join(comma)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = members(value).map(
    ([key, member]) => JSON.stringify(key) + colon + serialize(member, comma, colon),
  )
  return `{${pairs.join(comma)}}`
}

/** The canonical JSON text, without white space; undefined properties are omitted. */
export const canonicalJson = (value: unknown): string => serialize(value, ',', ':')

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
    : members(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${prettyJson(member, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`
}
