// Identifiers of what git defines: they are derived from its names, so that the API can show them and calls can use them.
import { derivedUuid, isUuid } from '../../schemas/values/uuid.ts'

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

/** The slug that an identifier was derived from; undefined for any other text. The first identifier that is asked for indexes all slugs. */
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
