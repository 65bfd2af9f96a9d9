// Which scopes a person is asked to allow: those that the server wants, and those that were allowed before, so that a second consent takes
// nothing away. Scopes of the manifest or the integration are a limit that no server widens.
import type { Authority } from './discover-authority.ts'
import type { OAuthServer } from './oauth-server.ts'
import type { SavedConnection } from './saved-connection.ts'

export interface ConsentScopes {
  /** All of the new consent. */
  readonly all: readonly string[]
  /** Those of them that were allowed before; empty where that is not known. */
  readonly held: readonly string[]
}

export const scopesIn = (text: string | undefined): readonly string[] =>
  (text ?? '').split(' ').filter(scope => scope !== '')

/** `wanted`: what the server wants besides what it wants of all people. */
export function consentScopes(
  server: Pick<OAuthServer, 'scopes' | 'url'>,
  authority: Pick<Authority, 'scopes'>,
  saved: SavedConnection | undefined,
  wanted: readonly string[],
): ConsentScopes {
  const allowed = saved?.url === server.url ? scopesIn(saved.scope) : []
  const all =
    server.scopes.length > 0 ? server.scopes : [...new Set([...allowed, ...authority.scopes, ...wanted])]
  return { all, held: all.filter(scope => allowed.includes(scope)) }
}

export const holdsAll = (saved: Pick<SavedConnection, 'scope'>, wanted: readonly string[]): boolean => {
  const held = scopesIn(saved.scope)
  return wanted.every(scope => held.includes(scope))
}

/** Why asking the person for scopes would not help; undefined where it would. */
export function refuseConsent(
  { slug, scopes }: Pick<OAuthServer, 'slug' | 'scopes'>,
  saved: SavedConnection | undefined,
  wanted: readonly string[],
): string | undefined {
  const wants = `The MCP server "${slug}" requires the scopes ${wanted.join(' ')} for this call`
  if (scopes.length > 0 && !wanted.every(scope => scopes.includes(scope)))
    return `${wants}. The operator of the gateway must add them to "scopes" of its OAuth settings; users are then prompted to allow them.`
  if (saved !== undefined && holdsAll(saved, wanted))
    return `${wants}, which the account has allowed already: it refuses the account for another reason.`
  return undefined
}
