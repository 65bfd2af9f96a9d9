// Serves replies from the cache. Whole and streamed replies are stored in one format and served as either; concurrent
// misses of one key share one upstream call (single flight).
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
import { linkMeaning, type Placed } from './meaning.ts'
import type { Parts } from './parts.ts'

/** The cacheable request: its endpoint and key. */
interface Asked {
  readonly endpoint: Endpoint
  readonly key: string
  /** Its embedding, in a semantic cache. */
  readonly placed: Placed | undefined
}

/** What concurrent callers share: a cached reply or a failure. */
type Shared =
  | { readonly entry: CacheEntry; readonly status: 'HIT' | 'SEMANTIC HIT' }
  | { readonly failed: Reply }

export function linkCache({ mode, maxAge }: CacheNode, at: string, child: LinkedCall, parts: Parts): Route {
  const { ports, cache } = parts
  const { clock, hash } = ports
  const meaning = mode === 'semantic' ? linkMeaning(at, parts) : undefined
  const flight = createSingleFlight<Shared>(clock)

  /** Stores an entry and hands it to the waiting callers. */
  const share = (
    key: string,
    entry: CacheEntry | undefined,
    placed: Placed | undefined,
    land: Land<Shared>,
  ): void => {
    if (entry === undefined) return land('alone')
    void cache.set(key, entry, maxAge)
    if (placed !== undefined) meaning?.keep(placed, key, entry.storedAt)
    land({ given: { entry, status: 'HIT' } })
  }

  const keep = (reply: Reply, { endpoint, key, placed }: Asked, land: Land<Shared>): Reply => {
    const { body } = reply
    if (!isStream(body)) {
      share(key, entryOf(reply, endpoint, clock.now()), placed, land)
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
      else share(key, foldedEntry(outcome, reply, clock.now()), placed, land)
    })
    return { ...reply, body: watched }
  }

  /** Calls the provider; `land` is called with the outcome, at the latest when the stream ends. */
  const ask = async (call: Call, draw: number, asked: Asked, land: Land<Shared>): Promise<Reply> => {
    const reply = await child.route({ ...call, readsReply: true }, draw)
    if (call.cancellation.cancelled()) land('again')
    else if (reply.status >= 200 && reply.status < 300) return keep(reply, asked, land)
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

    const hit = (entry: CacheEntry, status: 'HIT' | 'SEMANTIC HIT'): Reply | undefined => {
      const reply = replay(call, entry, identified.provider, at, status)
      if (reply !== undefined)
        record.cacheAge = Math.max(0, Math.floor((clock.now() - entry.storedAt) / 1000))
      return reply
    }
    const miss = (placed: Placed | undefined, land: Land<Shared>): Promise<Reply> =>
      ask(call, draw, { endpoint, key, placed }, land)
    /** Serves a similar cached question, or calls the provider. */
    const lead = async (land: Land<Shared>): Promise<Reply> => {
      const placed = await meaning?.place(call, identified)
      if (meaning === undefined || placed === undefined) return await miss(undefined, land)
      if (options.forceRefresh) return await miss(placed, land)
      const near = await meaning.nearest(placed, maxAge)
      const entry = near === undefined ? 'nothing' : await cache.get(near.key, maxAge)
      const reply = typeof entry === 'string' ? undefined : hit(entry, 'SEMANTIC HIT')
      if (near === undefined || reply === undefined || typeof entry === 'string') {
        // An entry that expired or lacks what this request needs would hide the new one: remove it from the index.
        if (near !== undefined && entry !== 'off') meaning.forget(placed, near.key)
        return await marked('SEMANTIC MISS', miss(placed, land))
      }
      record.similarity = Math.round(near.similarity * 10_000) / 10_000
      land({ given: { entry, status: 'SEMANTIC HIT' } })
      return reply
    }
    const alone = (): Promise<Reply> => lead(() => {})
    if (options.forceRefresh) return await marked('REFRESH', alone())
    const found = await cache.get(key, maxAge)
    const again = typeof found === 'string' ? undefined : hit(found, 'HIT')
    if (again !== undefined) return again
    const status = found === 'off' ? 'DISABLED' : 'MISS'
    // Callers with different timeouts do not share one call.
    const patient = `${key} ${options.requestTimeout ?? ''}`
    const joined = await flight.join(patient, call, child.timeLimit(call), lead)
    if ('reply' in joined) return { ...joined.reply, cache: joined.reply.cache ?? status }
    if ('failed' in joined.given) return { ...joined.given.failed, cache: status }
    return hit(joined.given.entry, joined.given.status) ?? (await marked(status, alone()))
  }

  return serve
}
