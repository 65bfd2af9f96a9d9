// Renews the tokens of people's connections to one server, once for all processes of a store. Many authorization servers accept a refresh
// token once, and end the grant when they see it again: so a process claims a renewal before it sends the token, others wait for
// what it brings, and a claim that nothing follows ends after a while. Ages are measured by the monotonic clock of the process that
// watches, since wall clocks differ and are set.
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Clock, Ports } from '../../values/ports.ts'
import type { Sealing } from '../core/sealing/sealing.ts'
import { StoreError } from '../core/store-error.ts'
import type { CallAuthority } from './call-authority.ts'
import type { ConnectionStore, RenewedTokens } from './connection-store.ts'
import type { OAuthServer } from './oauth-server.ts'
import { createRenewBackoff } from './renew-backoff.ts'
import type { ReportRefusal } from './report-refusals.ts'
import type { TokenFault } from './request-tokens.ts'
import { isTokenFault, requestTokens, revokeToken } from './request-tokens.ts'
import {
  type ConnectionTokens,
  type FoundConnection,
  markOf,
  openTokens,
  type SavedConnection,
} from './saved-connection.ts'
import { createUnsavedTokens, type SavedResult } from './unsaved-tokens.ts'

export interface RenewalParts {
  readonly connections: ConnectionStore
  readonly sealing: Sealing | undefined
  readonly call: CallAuthority
  readonly clock: Clock
  readonly randomId: Ports['randomId']
  readonly report: ReportRefusal
}

export interface Account {
  readonly saved: SavedConnection
  readonly tokens: ConnectionTokens
}

/** Whether tokens need to be renewed. */
export type IsStale = (account: Account) => boolean

export interface Renewals {
  /** The account of a person; undefined if none is connected. */
  readonly find: (user: string) => Promise<Account | undefined>
  /** The account with tokens that are not stale; undefined where its grant has ended. Rejects with a `StoreError`. */
  readonly renew: (user: string, isStale: IsStale) => Promise<Account | Failure | undefined>
  /** Removes the tokens of an account that cannot be renewed, where they are still stale. */
  readonly end: (user: string, isStale: IsStale) => Promise<void>
}

/** Milliseconds within which a request is sent after its claim, and within which the authorization server has to reply. */
const SEND_WITHIN = 10_000
const REPLY_WITHIN = 20_000
/** Milliseconds for which another process may be working under an unchanged claim. */
export const CLAIM_LASTS = SEND_WITHIN + REPLY_WITHIN
/** Milliseconds between two looks at what another process does, and for which a refused process looks for what another may still save. */
const LOOK = 500
const SETTLES_WITHIN = 3_000
/** Requests of one renewal, where the authorization server fails. */
const MAX_ATTEMPTS = 3
const PAUSE = 1_000

interface Stored extends Account {
  readonly found: FoundConnection
}

export function createRenewals(server: OAuthServer, parts: RenewalParts): Renewals {
  const { connections, sealing, call, clock, report } = parts
  const instance = parts.randomId()
  const running = new Map<string, Promise<Account | Failure | undefined>>()
  const backoff = createRenewBackoff(clock)
  const unsaved = createUnsavedTokens(connections, clock, revoked => void revoke(revoked))

  const toStored = (found: FoundConnection | undefined): Stored | undefined => {
    if (found === undefined || found.saved.url !== server.url) return undefined
    const tokens = openTokens(found.resource, sealing)
    return tokens && { saved: found.saved, tokens, found }
  }
  const read = async (user: string): Promise<Stored | undefined> =>
    toStored(await connections.reread(server.slug, user))
  const wait = (milliseconds: number): Promise<void> =>
    new Promise(resolve => clock.after(milliseconds, resolve))
  /** Milliseconds since a moment by the clock that has moved more: one of them stops while a machine sleeps, the other can be set. */
  const stopwatch = (): (() => number) => {
    const [wall, monotonic] = [clock.now(), clock.monotonic()]
    return () => Math.max(Math.abs(clock.now() - wall), clock.monotonic() - monotonic)
  }
  const clientOf = ({ saved, tokens }: Account) => {
    // The operator may have replaced the secret since the person connected.
    const isCurrent =
      server.hasSecret &&
      server.clientId === saved.clientId &&
      (server.issuer === undefined || server.issuer === saved.issuer)
    const secret = isCurrent ? server.clientSecret() : undefined
    return { id: saved.clientId, secret: secret ?? tokens.clientSecret, posts: tokens.posts }
  }
  const revoke = async ({ saved, tokens }: RenewedTokens): Promise<void> => {
    const { revocationEndpoint } = saved
    if (revocationEndpoint === undefined) return
    const client = clientOf({ saved, tokens })
    await revokeToken(server, revocationEndpoint, client, tokens.refresh ?? tokens.access, call)
  }

  const issue = async (account: Account, elapsed: () => number) => {
    const { saved, tokens } = account
    const form = {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh ?? '',
      resource: saved.resource,
    }
    for (let attempt = 1; ; attempt += 1) {
      const issued = await requestTokens(server, saved.tokenEndpoint, clientOf(account), form, {
        call,
        now: clock.now,
        timeout: REPLY_WITHIN,
      })
      if (!isTokenFault(issued) || issued.refusal !== 'transient' || attempt === MAX_ATTEMPTS) return issued
      const pause = Math.max(PAUSE * attempt, issued.retryAfter ?? 0)
      if (elapsed() + pause >= SEND_WITHIN) return issued
      await wait(pause)
      if (elapsed() >= SEND_WITHIN) return issued
    }
  }
  const toAccount = (result: SavedResult): Account | undefined =>
    'found' in result ? toStored(result.found) : result
  /** What follows a refused request. `next`: what there is now, where another process has written. */
  const settleFault = async (
    stored: Stored,
    revision: number,
    fault: TokenFault,
  ): Promise<Failure | { readonly next: Stored | undefined }> => {
    const { user } = stored.saved
    if (fault.refusal !== 'ended') {
      backoff.failed(user, fault)
      report(server.slug, fault)
      // Where the store is unavailable, the claim ends by itself.
      await connections.release(stored.found, revision).catch(ignoreOutage)
      return fault.failure
    }
    // A process that stopped for a while, or that does not claim, may have renewed the tokens and be about to save them.
    const until = clock.monotonic() + SETTLES_WITHIN
    while (clock.monotonic() < until) {
      await wait(LOOK)
      const found = await connections.reread(server.slug, user)
      if (found?.resource.revision !== revision) return { next: toStored(found) }
    }
    const ended = await connections.end(stored.found, revision)
    return { next: 'found' in ended ? toStored(ended.found) : undefined }
  }
  const renewOnce = async (user: string, isStale: IsStale): Promise<Account | Failure | undefined> => {
    await unsaved.flush(user)
    let watched: { readonly claim: string; readonly since: number } | undefined
    let stored = await read(user)
    while (stored !== undefined && isStale(stored)) {
      if (stored.tokens.refresh === undefined) return undefined
      const { claim } = markOf(stored.found.resource)
      if (claim !== undefined && !claim.startsWith(instance)) {
        if (watched?.claim !== claim) watched = { claim, since: clock.monotonic() }
        if (clock.monotonic() - watched.since < CLAIM_LASTS) {
          await wait(LOOK)
          stored = await read(user)
          continue
        }
      }
      const waiting = backoff.waiting(user)
      if (waiting !== undefined) return waiting.failure
      const elapsed = stopwatch()
      const claimed = await connections.claim(stored.found, `${instance}/${parts.randomId()}`)
      if ('found' in claimed) {
        stored = toStored(claimed.found)
        continue
      }
      // After a pause of this process another one may have taken over.
      if (elapsed() >= SEND_WITHIN) {
        await connections.release(stored.found, claimed.revision)
        stored = await read(user)
        continue
      }
      const issued = await issue(stored, elapsed)
      if (!isTokenFault(issued)) {
        backoff.succeeded(user)
        const { saved, tokens } = stored
        const renewed = {
          saved: {
            ...saved,
            scope: issued.scope ?? saved.scope,
            updatedAt: new Date(clock.now()).toISOString(),
          },
          // A server that sends no new refresh token still accepts the previous one.
          tokens: {
            ...tokens,
            access: issued.access,
            refresh: issued.refresh ?? tokens.refresh,
            expiresAt: issued.expiresAt,
          },
          sequence: claimed.revision,
        }
        return toAccount(await unsaved.save(renewed))
      }
      const settled = await settleFault(stored, claimed.revision, issued)
      if (isFailure(settled)) return settled
      stored = settled.next
    }
    return stored
  }
  return {
    find: async user => {
      const memory = unsaved.of(user)
      if (memory === undefined) return toStored(await connections.find(server.slug, user))
      const found = await connections.find(server.slug, user).catch(ignoreOutage)
      return found !== undefined && markOf(found.resource).sequence >= memory.sequence
        ? toStored(found)
        : memory
    },
    renew: (user, isStale) => {
      const pending = running.get(user) ?? renewOnce(user, isStale).finally(() => running.delete(user))
      running.set(user, pending)
      return pending
    },
    end: async (user, isStale) => {
      const stored = await read(user)
      if (stored !== undefined && isStale(stored))
        await connections.end(stored.found, stored.found.resource.revision)
    },
  }
}

function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error
}

/** For callers whose patience ends before a renewal does, which goes on. */
export const stillRenewing = (slug: string): Failure =>
  failure(
    'connection_failed',
    `The account at the MCP server "${slug}" is being renewed, which takes longer than usual. Retry in some seconds.`,
  )
