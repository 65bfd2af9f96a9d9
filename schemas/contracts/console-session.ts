// The session of the console as its server describes it to its page (`GET /console/session`).

/** Scopes of a caller: all, or those that are listed. */
export type HeldScopes = 'all' | readonly string[]

export type SessionMethod = 'open' | 'key' | 'oidc' | 'setup'

/** Its caller, how one may sign in, and what the gateway has. */
export interface ConsoleSession {
  /** The token that the session is bound to: only in the reply to a sign-in. */
  readonly csrf?: string
  readonly caller: {
    readonly type: 'open' | 'key' | 'person' | 'admin'
    readonly id: string
    readonly name?: string
    readonly email?: string
    readonly role?: string
    /** Of the organisation, which hold in all workspaces. */
    readonly scopes: HeldScopes
    readonly workspaces: readonly {
      readonly id: string
      readonly slug: string
      readonly scopes: HeldScopes
    }[]
    /** The identifier of the key of the store. */
    readonly key?: string
  } | null
  readonly methods: readonly SessionMethod[]
  readonly read_only: boolean
  readonly gateway: {
    readonly version: string
    readonly plan: string
    readonly origin: string
    readonly base_url: string
    /** Of the gateway's own headers. */
    readonly header_prefix: string
    readonly has: Readonly<
      Record<'store' | 'logs' | 'bodies' | 'mcp' | 'agents' | 'prompts' | 'pools' | 'calls', boolean>
    >
  }
}
