// Authenticates to a server with the account of the person who calls. The token is renewed before it ends, by one request at a time,
// and goes nowhere but to the URL that it was issued for.
import type { McpSubject, McpUpstreamAuth } from '../../mcp/upstream/server-address.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Clock, Ports } from '../../values/ports.ts'
import type { Sealing } from '../secrets/sealing.ts'
import { StoreError } from '../store-error.ts'
import type { CallAuthority } from './call-authority.ts'
import type { ConnectionStore } from './connection-store.ts'
import { holdsAll, refuseConsent } from './consent-scopes.ts'
import type { FlowStore } from './flow-store.ts'
import type { OAuthServer } from './oauth-server.ts'
import { requestTokens } from './request-tokens.ts'
import { type ConnectionTokens, type FoundConnection, openTokens } from './saved-connection.ts'

export interface UserAuthParts {
  readonly connections: ConnectionStore
  readonly flows: FlowStore
  readonly sealing: Sealing | undefined
  readonly publicUrl: string
  readonly call: CallAuthority
  readonly clock: Clock
  readonly hash: Ports['hash']
}

/** Milliseconds before its end from which on a token is renewed, and for which a person's decision is awaited. */
const RENEW_AHEAD = 60_000
const PATIENCE = 60_000
const LOOK = 500

interface Usable {
  readonly found: FoundConnection
  readonly tokens: ConnectionTokens
}

export function createUserAuth(server: OAuthServer, parts: UserAuthParts): McpUpstreamAuth {
  const { connections, flows, sealing, publicUrl, call, clock } = parts
  const { slug, url } = server
  const renewing = new Map<string, Promise<Usable | Failure | undefined>>()
  const tickets = new Map<string, string>()

  const usable = (found: FoundConnection | undefined): Usable | undefined => {
    if (found === undefined || found.saved.url !== url) return undefined
    const tokens = openTokens(found.resource, sealing)
    return tokens && { found, tokens }
  }
  const renewOnce = async ({ found, tokens }: Usable): Promise<Usable | Failure | undefined> => {
    const { saved, resource } = found
    if (tokens.refresh === undefined) return undefined
    const client = { id: saved.clientId, secret: tokens.clientSecret, posts: tokens.posts }
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh, resource: saved.resource }
    const issued = await requestTokens(server, saved.tokenEndpoint, client, form, { call, now: clock.now })
    if (isFailure(issued)) return issued
    if ('invalid' in issued) {
      // Another process may have renewed it meanwhile, which ends the old refresh token.
      const current = usable(await connections.reread(slug, saved.user))
      if (current !== undefined && current.found.resource.revision !== resource.revision) return current
      await connections.drop(found)
      return undefined
    }
    const next = { ...tokens, ...issued, refresh: issued.refresh ?? tokens.refresh }
    const scope = issued.scope ?? saved.scope
    const updated = { ...saved, scope, updatedAt: new Date(clock.now()).toISOString() }
    const isSaved = await connections.save(updated, next, resource, 'refresh')
    if (isFailure(isSaved)) return isSaved
    return usable(await connections.reread(slug, saved.user))
  }
  const renew = (current: Usable): Promise<Usable | Failure | undefined> => {
    const { user } = current.found.saved
    const pending = renewing.get(user) ?? renewOnce(current).finally(() => renewing.delete(user))
    renewing.set(user, pending)
    return pending
  }
  const find = async (user: string): Promise<Usable | Failure | undefined> => {
    const current = usable(await connections.find(slug, user))
    const end = current?.tokens.expiresAt
    if (current === undefined || end === undefined) return current
    // Tokens that live for less than two minutes are used for half of that.
    const lifetime = end - Date.parse(current.found.saved.updatedAt)
    if (end - Math.min(RENEW_AHEAD, lifetime / 2) > clock.now()) return current
    return await renew(current)
  }
  return {
    perSubject: true,
    headers: async ({ user, actsAsUser }) => {
      if (user === undefined) return noPerson(slug)
      if (!actsAsUser) return notAccepted(slug)
      try {
        const current = await find(user)
        if (current === undefined) return notConnected(slug)
        return isFailure(current) ? current : ['authorization', `Bearer ${current.tokens.access}`]
      } catch (error) {
        return storeFault(error)
      }
    },
    renew: async ({ user, actsAsUser }) => {
      const current =
        user === undefined || !actsAsUser ? undefined : usable(await connections.find(slug, user))
      if (current === undefined) return false
      const renewed = await renew(current)
      if (renewed !== undefined && !isFailure(renewed)) return true
      // The server does not accept it, and there is no other: the person has to connect again.
      if (renewed === undefined && current.tokens.refresh === undefined) await connections.drop(current.found)
      return renewed === undefined
    },
    connect: async (subject: McpSubject, client, scopes = []) => {
      const { user, actsAsUser } = subject
      if (user === undefined) return noPerson(slug)
      if (!actsAsUser) return notAccepted(slug)
      try {
        const saved =
          scopes.length === 0 ? undefined : usable(await connections.reread(slug, user))?.found.saved
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
        const current = usable(await connections.reread(slug, user))
        if (current !== undefined && holdsAll(current.found.saved, scopes)) return true
        if (clock.monotonic() >= until) return false
        await new Promise<void>(resolve => clock.after(LOOK, resolve))
      }
      return false
    },
  }
}

const MAX_TICKETS = 10_000

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

function storeFault(error: unknown): Failure {
  if (error instanceof StoreError) return failure('store_unavailable', error.message)
  throw error
}
