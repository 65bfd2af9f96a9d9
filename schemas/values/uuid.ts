// Identifiers in the form of UUIDs (RFC 9562): random ones, and those that a name of the manifest always has.

const grouped = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20, 32)}`

const VARIANT = '89ab'

/** The digits of a UUID with its version and variant set. */
const marked = (digits: string, version: number): string =>
  `${digits.slice(0, 12)}${version}${digits.slice(13, 16)}${VARIANT[Number.parseInt(digits[16] ?? '0', 16) % 4]}${digits.slice(17, 32)}`

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a string has the form of an identifier, which no slug has. */
export const isUuid = (text: string): boolean => text.length === 36 && UUID.test(text)

/** All identifiers in a string, each once. */
export const identifiersIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)),
]

/** A random UUID, from 32 random hexadecimal digits. */
export const randomUuid = (digits: string): string => grouped(marked(digits, 4))

/** The UUID of a name among things of a kind: version 8, from a SHA-256 in hexadecimal digits. */
export const derivedUuid = (hash: (text: string) => string, kind: string, name: string): string =>
  grouped(marked(hash(`portolan ${kind} ${name}`), 8))

/** What the identifiers of each kind are derived from, which never changes. */
export const DERIVED_KINDS = {
  config: 'config',
  prompt: 'prompt',
  partial: 'prompt-partial',
  provider: 'provider',
  mcpServer: 'MCP server',
  agent: 'agent server',
} as const

export type DerivedKind = keyof typeof DERIVED_KINDS

/** The slug that an identifier was derived from; undefined for any other text. The first identifier that is requested indexes all slugs. */
export function linkDerivedIds(
  hash: (text: string) => string,
  kind: DerivedKind,
  slugs: () => Iterable<string>,
): (id: string) => string | undefined {
  let byId: ReadonlyMap<string, string> | undefined
  return id => {
    if (!isUuid(id)) return undefined
    byId ??= new Map(
      Array.from(slugs(), slug => [derivedUuid(hash, DERIVED_KINDS[kind], slug), slug] as const),
    )
    return byId.get(id)
  }
}
