// Authenticates to a server with the account of the person who calls. The token is renewed before it ends, while calls still use it,
// and is sent only to the URL that it was issued for.
import type { McpSubject, McpUpstreamAuth } from '../../mcp/upstream/server-address.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import type { Clock } from '../../values/ports.ts'
import { storeFault } from '../core/store-error.ts'
import { holdsAll, refuseConsent } from './consent-scopes.ts'
import type { FlowStore } from './flow-store.ts'
import type { OAuthServer } from './oauth-server.ts'
import {
  type Account,
  CLAIM_LASTS,
  createRenewals,
  type IsStale,
  type RenewalParts,
  stillRenewing,
} from './renew-connection.ts'
import { openTokens, type SavedConnection } from './saved-connection.ts'

export interface UserAuthParts extends RenewalParts {
  readonly flows: FlowStore
  readonly publicUrl: string
}

/** Milliseconds before its end from which on a token is renewed, and for which a person's decision is awaited. */
const RENEW_AHEAD = 60_000
const PATIENCE = 60_000
const LOOK = 500

/** Milliseconds before its end up to which a token is used while it is being renewed. */
const USED_UNTIL = 10_000
/** Milliseconds for which a call waits for a renewal: longer than the claim of a process that has stopped. */
const RENEWAL_PATIENCE = CLAIM_LASTS + 15_000

export function createUserAuth(server: OAuthServer, parts: UserAuthParts): McpUpstreamAuth {
  const { connections, flows, sealing, publicUrl, clock } = parts
  const { slug, url } = server
  const renewals = createRenewals(server, parts)
  const tickets = new Map<string, string>()

  /** Milliseconds until a token ends. */
  const remaining = ({ tokens }: Account): number =>
    tokens.expiresAt === undefined ? Number.POSITIVE_INFINITY : tokens.expiresAt - clock.now()
  /** Tokens that live for less than two minutes are used for half of that, and those that cannot be renewed until they end. */
  const isDue = (account: Account): boolean => {
    const { expiresAt = Number.POSITIVE_INFINITY, refresh } = account.tokens
    const lifetime = expiresAt - Date.parse(account.saved.updatedAt)
    return remaining(account) <= (refresh === undefined ? 0 : Math.min(RENEW_AHEAD, lifetime / 2))
  }
  const renew = (user: string, isStale: IsStale): Promise<Account | Failure | undefined> =>
    withPatience(renewals.renew(user, isStale), clock, slug)
  const find = async (user: string): Promise<Account | Failure | undefined> => {
    const current = await renewals.find(user)
    if (current === undefined || !isDue(current)) return current
    const renewal = renew(user, isDue).catch(storeFault)
    if (remaining(current) > USED_UNTIL) return current
    const renewed = await renewal
    return isFailure(renewed) && remaining(current) > 0 ? current : renewed
  }
  const usable = async (user: string): Promise<SavedConnection | undefined> => {
    const found = await connections.reread(slug, user)
    return found !== undefined && found.saved.url === url && openTokens(found.resource, sealing) !== undefined
      ? found.saved
      : undefined
  }
  return {
    perSubject: true,
    headers: async ({ user, actsAsUser }) => {
      if (user === undefined) return noPerson(slug)
      if (!actsAsUser) return notAccepted(slug)
      try {
        const current = await find(user)
        if (current === undefined) return notConnected(slug)
        return isFailure(current) ? current : bearer(current)
      } catch (error) {
        return storeFault(error)
      }
    },
    renew: async ({ user, actsAsUser }, refused) => {
      if (user === undefined || !actsAsUser) return false
      const sent = headerValue(refused, 'authorization')
      const isRefused: IsStale = account => bearer(account)[1] === sent
      try {
        const renewed = await renew(user, isRefused)
        // Without a refresh token there is no other one: the person has to connect again.
        if (renewed === undefined) await renewals.end(user, isRefused)
        return !isFailure(renewed)
      } catch (error) {
        storeFault(error)
        return false
      }
    },
    connect: async (subject: McpSubject, client, scopes = []) => {
      const { user, actsAsUser } = subject
      if (user === undefined) return noPerson(slug)
      if (!actsAsUser) return notAccepted(slug)
      try {
        const saved = scopes.length === 0 ? undefined : await usable(user)
        const useless = scopes.length === 0 ? undefined : refuseConsent(server, saved, scopes)
        if (useless !== undefined) return failure('insufficient_scope', useless, { param: slug })
        const purpose = JSON.stringify([user, ...scopes])
        const known = tickets.get(purpose)
        const isOpen = known !== undefined && (await flows.read(known)) !== undefined
        const ticket = isOpen
          ? known
          : await flows.add({
              ticket: slug,
              user,
              workspace: subject.workspace,
              person: nameOf(subject),
              client: client?.slice(0, 100) ?? null,
              ...(scopes.length > 0 && { scopes: scopes.join(' ') }),
            })
        if (tickets.size > MAX_TICKETS) tickets.clear()
        tickets.set(purpose, ticket)
        return `${publicUrl}/mcp/connect/${slug}?ticket=${ticket}`
      } catch (error) {
        return storeFault(error)
      }
    },
    connected: async ({ user, actsAsUser }, cancellation, scopes = []) => {
      const until = clock.monotonic() + PATIENCE
      while (user !== undefined && actsAsUser && !cancellation.cancelled()) {
        const saved = await usable(user)
        if (saved !== undefined && holdsAll(saved, scopes)) return true
        if (clock.monotonic() >= until) return false
        await new Promise<void>(resolve => clock.after(LOOK, resolve))
      }
      return false
    },
  }
}

const MAX_TICKETS = 10_000

const bearer = ({ tokens }: Account): readonly [name: string, value: string] => [
  'authorization',
  `Bearer ${tokens.access}`,
]

/** A renewal goes on when its callers wait no longer. */
const withPatience = <T>(renewal: Promise<T>, clock: Clock, slug: string): Promise<T | Failure> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(RENEWAL_PATIENCE, () => resolve(stillRenewing(slug)))
    renewal.then(resolve, reject).finally(cancel)
  })

/** How a person recognises who the account is connected for. */
const nameOf = ({ key, user }: McpSubject): string =>
  key.startsWith('user:') ? key.slice('user:'.length) : `${user ?? ''} (key ${key})`

const notConnected = (slug: string): Failure =>
  failure('connection_required', `The MCP server "${slug}" needs the account of the person who calls.`, {
    param: slug,
  })

const noPerson = (slug: string): Failure =>
  failure(
    'connection_required',
    `The MCP server "${slug}" needs the account of a person: call it with a token or a key of a person, not with that of a service.`,
  )

const notAccepted = (slug: string): Failure =>
  failure(
    'not_accepted',
    `The MCP server "${slug}" needs the account of a person, and the person has not accepted this key: they sign in and call POST /v1/api-keys/{id}/accept.`,
    { param: slug },
  )
