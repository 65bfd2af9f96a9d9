// A kept reply instead of a call. Whole and streamed replies are kept in one form and given again in either; misses
// of one key at the same time make one upstream call.
import type { JsonObject } from '../../compiler/source.ts'
import type { CacheNode } from '../../schemas/generated/types.ts'
import { encodeJson } from '../body/splice.ts'
import { createFold } from '../cache/fold.ts'
import { cacheKey, type Identified } from '../cache/key.ts'
import { createSingleFlight } from '../cache/single-flight.ts'
import { unfold } from '../cache/unfold.ts'
import { type CacheStatus, type Call, isStream, type Reply, type Route } from '../call.ts'
import { isCacheable } from '../endpoints.ts'
import { isFailure } from '../failures.ts'
import { JSON_HEADERS } from '../reply.ts'
import { observe } from '../streams/observe.ts'
import { streamOf } from '../streams/of-bytes.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { LinkedCall } from './call.ts'
import type { Parts } from './parts.ts'

const STREAM_HEADERS: readonly string[] = ['content-type', 'text/event-stream', 'cache-control', 'no-cache']
const decoder = new TextDecoder('utf-8')

export function linkCache(
  { maxAge }: CacheNode,
  at: string,
  child: LinkedCall,
  { ports, cache }: Parts,
): Route {
  const flight = createSingleFlight()

  const keep = (key: string, body: Uint8Array): void => {
    void cache.set(key, { body, storedAt: ports.clock.now() })
  }
  const ask = async (call: Call, draw: number, key: string, status: CacheStatus): Promise<Reply> => {
    const reply = await child.route(call, draw)
    const marked = { ...reply, cache: status }
    if (reply.status < 200 || reply.status > 299) return marked
    if (!isStream(reply.body)) {
      keep(key, reply.body)
      return marked
    }
    return {
      ...marked,
      body: observe(
        reply.body,
        foldInto(body => keep(key, body)),
      ),
    }
  }
  return async (call, draw) => {
    const kept = call.endpoint !== undefined && isCacheable(call.endpoint, call.stream)
    const identified = kept ? child.identify(call) : undefined
    if (identified === undefined || isFailure(identified)) {
      return { ...(await child.route(call, draw)), cache: 'DISABLED' }
    }
    const key = cacheKey(call, identified, ports.hash)
    if (call.options.forceRefresh) return await ask(call, draw, key, 'REFRESH')
    const entry = await cache.get(key, maxAge)
    if (entry !== undefined) return replay(call, entry.body, identified, at)
    if (call.stream) return await ask(call, draw, key, 'MISS')
    // Whoever set another time limit does not wait for a call that keeps its own.
    const patience = `${key} ${call.options.requestTimeout ?? ''}`
    const { reply, shared } = await flight.join(patience, call, () => ask(call, draw, key, 'MISS'))
    return shared && reply.status < 300 ? { ...reply, cache: 'HIT' } : reply
  }
}

/** Watches a vendor stream and hands its whole form on when it ended well. */
function foldInto(done: (body: Uint8Array) => void): Parameters<typeof observe>[1] {
  const fold = createFold()
  let complete = false
  let sound = true
  const parser = parseEvents(({ data }) => {
    if (data === '[DONE]') {
      complete = true
      return
    }
    try {
      const chunk = JSON.parse(data) as JsonObject
      if ('error' in chunk) sound = false
      else fold.chunk(chunk)
    } catch {
      sound = false
    }
  })
  return {
    chunk: parser.feed,
    end: well => {
      parser.end()
      const whole = well && complete && sound ? fold.whole() : undefined
      if (whole !== undefined) done(encodeJson(whole))
    },
  }
}

function replay(call: Call, body: Uint8Array, { provider }: Identified, at: string): Reply {
  const hit = { status: 200, at, provider, retries: 0, cache: 'HIT' } as const
  if (!call.stream) return { ...hit, headers: JSON_HEADERS, body }
  const options = call.body.field('stream_options')
  const includeUsage =
    typeof options === 'object' &&
    options !== null &&
    'include_usage' in options &&
    options['include_usage'] === true
  const whole = JSON.parse(decoder.decode(body)) as JsonObject
  return { ...hit, headers: STREAM_HEADERS, body: streamOf(unfold(whole, includeUsage)) }
}
