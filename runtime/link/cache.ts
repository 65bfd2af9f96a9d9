// A kept reply instead of a call. Whole and streamed replies are kept in one form and given again in either; misses
// of one key at the same time make one upstream call.
import type { CacheNode } from '../../schemas/generated/types.ts'
import { entryOf, foldedEntry, sharedHeaders } from '../cache/entry-of.ts'
import { formOf } from '../cache/forms/forms.ts'
import { cacheKey } from '../cache/key.ts'
import { replay } from '../cache/replay.ts'
import { createSingleFlight, type Land } from '../cache/single-flight.ts'
import { watchStream } from '../cache/watch-stream.ts'
import { type CacheStatus, type Call, isStream, type Reply, type Route } from '../call.ts'
import { isCacheable } from '../endpoints.ts'
import { isFailure } from '../failures.ts'
import type { Endpoint } from '../providers/adapter.ts'
import type { CacheEntry } from '../state/cache-store.ts'
import type { LinkedCall } from './call.ts'
import type { Parts } from './parts.ts'

/** What several callers share: a reply that is kept, or a failure. */
type Shared = { readonly entry: CacheEntry } | { readonly failed: Reply }

export function linkCache(
  { maxAge }: CacheNode,
  at: string,
  child: LinkedCall,
  { ports, cache, notice }: Pick<Parts, 'ports' | 'cache' | 'notice'>,
): Route {
  const { clock, hash } = ports
  const flight = createSingleFlight<Shared>(clock)

  /** Keeps an entry and gives it to those who wait. */
  const share = (key: string, entry: CacheEntry | undefined, land: Land<Shared>): void => {
    if (entry === undefined) return land('alone')
    void cache.set(key, entry, maxAge)
    land({ given: { entry } })
  }

  const keep = (reply: Reply, endpoint: Endpoint, key: string, land: Land<Shared>): Reply => {
    const { body } = reply
    if (!isStream(body)) {
      share(key, entryOf(reply, endpoint, clock.now()), land)
      return reply
    }
    const form = formOf(endpoint)
    if (form === undefined) {
      land('alone')
      return reply
    }
    const watched = watchStream(body, form, cache.largest, outcome => {
      if (outcome === 'unfit') land('alone')
      else if (typeof outcome === 'string') land('again')
      else share(key, foldedEntry(outcome, reply, clock.now()), land)
    })
    return { ...reply, body: watched }
  }

  /** Asks the provider; `land` hears sooner or later what came of it. */
  const ask = async (
    call: Call,
    draw: number,
    endpoint: Endpoint,
    key: string,
    land: Land<Shared>,
  ): Promise<Reply> => {
    const reply = await child.route(call, draw)
    if (call.cancellation.cancelled()) land('again')
    else if (reply.status >= 200 && reply.status < 300) return keep(reply, endpoint, key, land)
    else if (isStream(reply.body)) land('alone')
    else land({ given: { failed: { ...reply, headers: sharedHeaders(reply.headers) } } })
    return reply
  }

  const serve = async (call: Call, draw: number): Promise<Reply> => {
    const { endpoint, options, record } = call
    const marked = async (status: CacheStatus, reply: Promise<Reply>): Promise<Reply> => ({
      ...(await reply),
      cache: status,
    })
    const kept = endpoint !== undefined && isCacheable(endpoint, call.stream)
    const identified = kept ? child.identify(call) : undefined
    const key =
      identified === undefined || isFailure(identified) ? undefined : cacheKey(call, identified, hash)
    if (!kept || identified === undefined || isFailure(identified) || key === undefined)
      return await marked('DISABLED', child.route(call, draw))

    const hit = (entry: CacheEntry): Reply | undefined => {
      const reply = replay(call, entry, identified.provider, at, 'HIT')
      if (reply !== undefined)
        record.cacheAge = Math.max(0, Math.floor((clock.now() - entry.storedAt) / 1000))
      return reply
    }
    const lead = (land: Land<Shared>): Promise<Reply> => ask(call, draw, endpoint, key, land)
    const alone = (): Promise<Reply> => lead(() => {})
    if (options.forceRefresh) return await marked('REFRESH', alone())
    const found = await cache.get(key, maxAge)
    const again = typeof found === 'string' ? undefined : hit(found)
    if (again !== undefined) return again
    const status = found === 'off' ? 'DISABLED' : 'MISS'
    // Whoever set another time limit does not wait for a call that keeps its own.
    const patient = `${key} ${options.requestTimeout ?? ''}`
    const joined = await flight.join(patient, call, child.timeLimit(call), lead)
    if ('reply' in joined) return { ...joined.reply, cache: status }
    if ('failed' in joined.given) return { ...joined.given.failed, cache: status }
    return hit(joined.given.entry) ?? (await marked(status, alone()))
  }

  return async (call, draw) => {
    const reply = await serve(call, draw)
    notice({ kind: 'cache', status: reply.cache ?? 'DISABLED' })
    return reply
  }
}
