// Serves replies from the cache. Whole and streamed replies are stored in one format and served as either; concurrent
// misses of one key share one upstream call (single flight).
import type { CacheNode } from '../../../schemas/generated/types.ts'
import { entryFromStream, sharedHeaders, toCacheEntry } from '../../cache/cache-entry.ts'
import { cacheKey } from '../../cache/cache-key.ts'
import { recordStream } from '../../cache/record-stream.ts'
import { respondFromCache } from '../../cache/respond-from-cache.ts'
import { createSingleFlight, leadAmongThreads, type Resolve } from '../../cache/single-flight.ts'
import { streamFormatOf } from '../../cache/stream-formats/stream-formats.ts'
import type { CacheEntry } from '../../state/cache-store.ts'
import type { Endpoint } from '../../values/adapter.ts'
import { type CacheStatus, type Call, isStream, type Reply, type Route } from '../../values/call.ts'
import { isCacheable } from '../../values/endpoints.ts'
import { isFailure } from '../../values/failures.ts'
import type { LinkContext } from '../link-context.ts'
import type { LinkedCall } from './linked-node.ts'
import { type EmbeddedQuestion, linkSemanticLookup } from './semantic-lookup.ts'

/** The cacheable request: its endpoint and key. */
interface CacheLookup {
  readonly endpoint: Endpoint
  readonly key: string
  /** Its embedding, in a semantic cache. */
  readonly embedded: EmbeddedQuestion | undefined
}

/** What concurrent callers share: a cached reply or a failure. */
type SharedResult =
  | { readonly entry: CacheEntry; readonly status: 'HIT' | 'SEMANTIC HIT' }
  | { readonly failed: Reply }

export function linkCache(
  { mode, maxAge }: Pick<CacheNode, 'mode' | 'maxAge'>,
  target: string,
  child: LinkedCall,
  parts: LinkContext,
): Route {
  const { ports, state } = parts
  const { cache, flights } = state
  const { clock, hash } = ports
  const semantic = mode === 'semantic' ? linkSemanticLookup(target, parts) : undefined
  const flight = createSingleFlight<SharedResult>(clock)

  /** Stores an entry and hands it to the waiting callers. */
  const share = (
    key: string,
    entry: CacheEntry | undefined,
    embedded: EmbeddedQuestion | undefined,
    land: Resolve<SharedResult>,
  ): void => {
    if (entry === undefined) return land('uncacheable')
    void cache.set(key, entry, maxAge)
    if (embedded !== undefined) semantic?.store(embedded, key, entry.storedAt)
    land({ shared: { entry, status: 'HIT' } })
  }

  const store = (
    reply: Reply,
    { endpoint, key, embedded }: CacheLookup,
    land: Resolve<SharedResult>,
  ): Reply => {
    const { body } = reply
    if (!isStream(body)) {
      share(key, toCacheEntry(reply, endpoint, clock.now()), embedded, land)
      return reply
    }
    const form = streamFormatOf(endpoint)
    if (form === undefined) {
      land('uncacheable')
      return reply
    }
    const recorded = recordStream(body, form, cache.maxBodyBytes, outcome => {
      if (outcome === 'unsupported') land('uncacheable')
      else if (typeof outcome === 'string') land('retry')
      else share(key, entryFromStream(outcome, reply, clock.now()), embedded, land)
    })
    return { ...reply, body: recorded }
  }

  /** Calls the provider; `land` is called with the outcome, at the latest when the stream ends. */
  const fetchAndStore = async (
    call: Call,
    draw: number,
    lookup: CacheLookup,
    land: Resolve<SharedResult>,
  ): Promise<Reply> => {
    const reply = await child.route({ ...call, readsReply: true }, draw)
    if (call.cancellation.cancelled()) land('retry')
    else if (reply.status >= 200 && reply.status < 300) return store(reply, lookup, land)
    else if (isStream(reply.body)) land('uncacheable')
    else land({ shared: { failed: { ...reply, headers: sharedHeaders(reply.headers) } } })
    return reply
  }

  const serve = async (call: Call, draw: number): Promise<Reply> => {
    const { endpoint, options, record } = call
    const marked = async (status: CacheStatus, reply: Promise<Reply>): Promise<Reply> => ({
      ...(await reply),
      cache: status,
    })
    const stored = endpoint !== undefined && isCacheable(endpoint, call.stream)
    const identified = stored ? child.identify(call) : undefined
    const key =
      identified === undefined || isFailure(identified) ? undefined : cacheKey(call, identified, hash)
    if (!stored || identified === undefined || isFailure(identified) || key === undefined)
      return await marked('DISABLED', child.route(call, draw))

    const hit = (entry: CacheEntry, status: 'HIT' | 'SEMANTIC HIT'): Reply | undefined => {
      const reply = respondFromCache(call, entry, identified.provider, target, status)
      if (reply === undefined) return undefined
      record.cacheAge = Math.max(0, Math.floor((clock.now() - entry.storedAt) / 1000))
      child.recordTarget(call)
      return reply
    }
    const miss = (embedded: EmbeddedQuestion | undefined, land: Resolve<SharedResult>): Promise<Reply> =>
      fetchAndStore(call, draw, { endpoint, key, embedded }, land)
    /** Serves a similar cached question, or calls the provider. */
    const lead = async (land: Resolve<SharedResult>): Promise<Reply> => {
      const embedded = await semantic?.embed(call, identified)
      if (semantic === undefined || embedded === undefined) return await miss(undefined, land)
      if (options.forceRefresh) return await miss(embedded, land)
      const semanticHit = await semantic.nearest(embedded, maxAge)
      const entry = semanticHit === undefined ? 'miss' : await cache.get(semanticHit.key, maxAge)
      const reply = typeof entry === 'string' ? undefined : hit(entry, 'SEMANTIC HIT')
      if (semanticHit === undefined || reply === undefined || typeof entry === 'string') {
        // An entry that expired or lacks what this request needs would hide the new one: remove it from the index.
        if (semanticHit !== undefined && entry !== 'unavailable') semantic.forget(embedded, semanticHit.key)
        return await marked('SEMANTIC MISS', miss(embedded, land))
      }
      record.similarity = Math.round(semanticHit.similarity * 10_000) / 10_000
      land({ shared: { entry, status: 'SEMANTIC HIT' } })
      return reply
    }
    const uncacheable = (): Promise<Reply> => lead(() => {})
    if (options.forceRefresh) return await marked('REFRESH', uncacheable())
    const found = await cache.get(key, maxAge)
    const retry = typeof found === 'string' ? undefined : hit(found, 'HIT')
    if (retry !== undefined) return retry
    const status = found === 'unavailable' ? 'DISABLED' : 'MISS'
    // Callers with different timeouts do not share one call.
    const canWait = `${key} ${options.requestTimeout ?? ''}`
    const timeLimit = child.timeLimit(call)
    const shared = await flight.join(
      canWait,
      call,
      timeLimit,
      flights === undefined
        ? lead
        : land =>
            leadAmongThreads(flights, canWait, call, timeLimit, clock, land, {
              lead,
              read: async resolve => {
                const entry = await cache.get(key, maxAge)
                const reply = typeof entry === 'string' ? undefined : hit(entry, 'HIT')
                if (reply !== undefined && typeof entry !== 'string')
                  resolve({ shared: { entry, status: 'HIT' } })
                return reply
              },
              isStored: result => 'entry' in result,
            }),
    )
    if ('reply' in shared) return { ...shared.reply, cache: shared.reply.cache ?? status }
    if ('failed' in shared.shared) return { ...shared.shared.failed, cache: status }
    return hit(shared.shared.entry, shared.shared.status) ?? (await marked(status, uncacheable()))
  }

  return serve
}
