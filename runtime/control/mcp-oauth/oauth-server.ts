// An MCP server as its OAuth client sees it, and who decides which hosts are called for it: what the operator names is the
// operator's, everything that documents name is a remote party's.
import type { Failure } from '../../values/failures.ts'
import type { HostAuthor } from '../../values/ports.ts'

export interface OAuthServer {
  readonly slug: string
  /** The URL of the server: tokens are for it, and are bound to it. */
  readonly url: string
  /** Who named the server and its authorization server. */
  readonly author: HostAuthor
  /** Hosts that may be called over http. */
  readonly plainHosts: readonly string[]
  readonly issuer: string | undefined
  readonly tokenUrl: string | undefined
  readonly clientId: string | undefined
  readonly hasSecret: boolean
  /** Undefined where it cannot be read now. */
  readonly clientSecret: () => string | undefined
  readonly scopes: readonly string[]
}

export type FindOAuthServer = (slug: string) => OAuthServer | undefined

/** Who named the host of a URL. */
export function hostAuthorOf({ url: own, issuer, tokenUrl, author }: OAuthServer, url: string): HostAuthor {
  const { origin } = new URL(url)
  const named = [own, issuer, tokenUrl].flatMap(each => (each === undefined ? [] : [new URL(each).origin]))
  return named.includes(origin) ? author : 'remote'
}

/** Whether a URL may be called at all: over https, or a host that the operator trusts. */
export function mayBeCalled({ plainHosts }: OAuthServer, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && (plainHosts.includes(host) || plainHosts.includes(hostname)))
  )
}

export type Checked<T> = T | Failure
