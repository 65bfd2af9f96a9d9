// Where a server is, and what authenticates the gateway to it. The client's own credential never goes there.
import type { Awaitable } from '../../values/awaitable.ts'
import type { Cancellation } from '../../values/cancellation.ts'
import type { Failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { HostAuthor } from '../../values/ports.ts'

/** Who calls, as far as servers are concerned. */
export interface McpSubject {
  /** The identifier of the key, which owns sessions. */
  readonly key: string
  /** The person whose key or token it is; undefined for services. */
  readonly user: string | undefined
  /** Whether the person's own token or a key that the person accepted calls, so that connected accounts are reached. */
  readonly actsAsUser: boolean
  readonly workspace: string
}

/** What authenticates the gateway to a server. */
export interface McpUpstreamAuth {
  /** Whether each subject has its own, so that neither sessions nor lists are shared. */
  readonly perSubject: boolean
  /** The headers of one request; a failure if there is no credential. */
  readonly headers: (subject: McpSubject) => Awaitable<Headers | Failure>
  /** Called when the server refuses the headers of a request; true if there are others now. */
  readonly renew?: (subject: McpSubject, refused: Headers) => Promise<boolean>
  /**
   * Where the person of a subject connects an account in a browser; a failure where the subject is not a person. `scopes`: what the
   * server wants of an account that is connected; a failure where asking for them would not help.
   */
  readonly connect?: (
    subject: McpSubject,
    client: string | undefined,
    scopes?: readonly string[],
  ) => Promise<string | Failure>
  /** Resolves once the subject has a connection, with these scopes, or with false after some seconds. */
  readonly connected?: (
    subject: McpSubject,
    cancellation: Cancellation,
    scopes?: readonly string[],
  ) => Promise<boolean>
}

export interface ServerAddress {
  readonly slug: string
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly hostAuthor: HostAuthor
  readonly auth: McpUpstreamAuth
  /** Milliseconds without any message until a request is given up. */
  readonly timeout: number
}

/** Whose credentials, sessions and lists are used: one name for all where they are shared. */
export const subjectKey = (
  { auth }: Pick<ServerAddress, 'auth'>,
  { key, user, actsAsUser }: McpSubject,
): string => (auth.perSubject ? JSON.stringify(actsAsUser ? ['user', user] : ['key', key]) : '')
