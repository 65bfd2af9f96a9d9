// The processes, the person, the server and the connection of the renewals that are tested, and the reply of a token endpoint.

import type { Resource } from '../../../runtime/control/core/resource-store.ts'
import type { AuthorityReply } from '../../../runtime/control/mcp-oauth/call-authority.ts'
import type { OAuthServer } from '../../../runtime/control/mcp-oauth/oauth-server.ts'
import type { SavedConnection } from '../../../runtime/control/mcp-oauth/saved-connection.ts'
import type { createUserAuth } from '../../../runtime/control/mcp-oauth/user-auth.ts'
import type { IssuedTokens } from './rotating-authority.ts'

export interface Step {
  readonly process: number
  readonly run: () => Promise<void>
}

/** One of several processes that share the store. */
export interface Process {
  isAlive: boolean
  isFrozen: boolean
  readonly late: (() => void)[]
  cached: Resource | undefined
  readonly auth: ReturnType<typeof createUserAuth>
  /** The headers of the last call. */
  sent: readonly string[]
}

export const USER = 'ada@example.com'
export const SUBJECT = { key: 'user:ada', user: USER, actsAsUser: true, workspace: 'research' }

/** Milliseconds for which a claim is respected. */
export const CLAIM_LASTS = 30_000

export const server: OAuthServer = {
  slug: 'mail',
  url: 'https://mail.example/mcp',
  author: 'operator',
  plainHosts: [],
  issuer: 'https://as.example',
  tokenUrl: undefined,
  clientId: undefined,
  hasSecret: false,
  clientSecret: () => undefined,
  scopes: [],
}

export const connectionAt = (time: string): SavedConnection => ({
  server: server.slug,
  user: USER,
  workspace: 'research',
  url: server.url,
  issuer: 'https://as.example',
  clientId: 'client',
  tokenEndpoint: 'https://as.example/token',
  revocationEndpoint: 'https://as.example/revoke',
  resource: server.url,
  scope: undefined,
  createdAt: time,
  updatedAt: time,
})

export const tokenReply = (issued: IssuedTokens, lifetime: number): AuthorityReply => ({
  status: 200,
  headers: [],
  json: {
    access_token: issued.access,
    token_type: 'Bearer',
    expires_in: lifetime / 1000,
    ...(issued.refresh !== undefined && { refresh_token: issued.refresh }),
  },
})

/** Identifiers in the place of random ones. */
export function numberedIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `${count}`.padStart(32, '0')
  }
}
