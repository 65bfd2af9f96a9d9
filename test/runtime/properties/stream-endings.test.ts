// No stream ends without an error event or its end, whatever an event holds: over every dialect, API of clients, guard and cache.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../../support/harness.ts'
import { runs } from '../../support/property-seed.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'
import { type Step, steppedUpstream } from '../../support/scripted-upstream.ts'
import { type StreamApi, seenEnd } from '../../support/stream-ends.ts'
import { forbids, STUBS } from '../guardrails/stub-guards.ts'
import { byName, type Dialect, dialects, isUntouched } from './dialects.ts'
import { boundariesOf, eventOf, type Sent, sentBy } from './sent-streams.ts'

const encoder = new TextEncoder()

const REQUESTS: Readonly<Record<StreamApi, object>> = {
  'chat/completions': { messages: [{ role: 'user', content: 'Hi' }] },
  completions: { prompt: 'Hi' },
  responses: { input: 'Hi', store: false },
  messages: { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 },
}
const APIS = Object.keys(REQUESTS) as StreamApi[]

const GUARDS = {
  none: undefined,
  window: { deny: true, stream: 'window', ...forbids('forbidden') },
  rewrite: { deny: true, stream: 'window', 'default.pii': { redact: true } },
  hold: { deny: true, stream: 'hold', ...forbids('forbidden') },
  end: { stream: 'end', ...forbids('forbidden') },
} as const
type GuardName = keyof typeof GUARDS
const GUARD_NAMES = Object.keys(GUARDS) as GuardName[]

const typed = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [] }
/** The stream of a provider that has the API itself. */
const NATIVE_RESPONSES: Step = {
  events: [
    typed('response.created', { response: { ...response, status: 'in_progress' } }),
    typed('response.output_text.delta', { item_id: 'i', output_index: 0, content_index: 0, delta: 'Hello' }),
    typed('response.completed', { response }),
  ],
}

const streamOf = ({ name, stream }: Dialect, api: StreamApi): Step =>
  api === 'responses' && (name === 'openai' || name === 'azure') ? NATIVE_RESPONSES : stream

interface Case {
  readonly dialect: Dialect
  readonly api: StreamApi
  readonly guard: GuardName
  readonly isCached: boolean
}

interface Ready {
  readonly here: Harness
  readonly play: (step: Step) => void
}
const harnesses = new Map<string, Ready>()

/** Compiled once for each kind of call. */
function harnessOf({ dialect, guard, isCached }: Case): Ready {
  const key = `${dialect.name} ${guard} ${isCached}`
  const known = harnesses.get(key)
  if (known !== undefined) return known
  let step: Step = 'silence'
  const call = { provider: '@one', ...(isCached && { cache: { mode: 'simple' } }) }
  const checks = GUARDS[guard]
  const here = createHarness({
    manifest: { providers: { one: dialect.stored } },
    configs: { c: checks === undefined ? call : { ...call, output_guardrails: [{ id: 'g', ...checks }] } },
    environment: { KEY: 'k' },
    checks: STUBS,
    upstream: steppedUpstream(() => step),
  })
  const ready = {
    here,
    play: (next: Step) => {
      step = next
    },
  }
  harnesses.set(key, ready)
  return ready
}

interface Transport {
  readonly end: 'well' | 'cut'
  /** Offsets at which the bytes are cut into chunks. */
  readonly cuts: readonly number[]
}

/** By default no other request is like it, so that none is served from the cache. */
async function exchange(
  each: Case,
  bytes: Uint8Array,
  headers: readonly string[],
  { end, cuts }: Transport,
  user = `caller ${harnessOf(each).here.upstream.sent.length}`,
) {
  const { here, play } = harnessOf(each)
  const offsets = [...new Set([0, ...cuts.map(cut => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (one, other) => one - other,
  )
  const events = offsets.slice(1).map((to, index) => bytes.subarray(offsets[index], to))
  play({ events, end, headers })
  const body = { model: each.dialect.model, stream: true, ...REQUESTS[each.api] }
  const options = { headers: { 'x-gateway-config': 'c' }, path: `/${each.api}` }
  return await here.call({ ...options, body: { ...body, user } })
}

const isStreamed = ({ status, headers }: HarnessReply): boolean =>
  status < 300 && (headers['content-type'] ?? '').startsWith('text/event-stream')

/** What must hold of a reply; `isWhole`: the provider's stream is as it should be. */
function expectEnd(reply: HarnessReply, { dialect, api }: Case, isWhole: boolean): void {
  if (!isStreamed(reply)) {
    // Nothing was sent: the client has an error.
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.text).toContain('"error"')
    if (isWhole) expect([400, 404, 501]).toContain(reply.status)
    return
  }
  const { end, after } = seenEnd(reply.text, api)
  expect(end, JSON.stringify(reply.text.slice(-500))).not.toBe('none')
  // What passes unchanged may go on after its end, where clients do not read on.
  if (!isUntouched(dialect) && !(dialect.name === 'anthropic' && api === 'messages')) expect(after).toBe(0)
  expect(reply.text, 'the body fails').not.toMatch(/<<[^"]*>>$/)
  const { streamError } = reply.outcome?.record ?? {}
  if (end === 'error') expect(streamError?.message, 'the reason in the record').toMatch(/\w+ .*\./)
  if (isWhole) expect([end, streamError]).toEqual(['complete', undefined])
}

const kinds = fc.record({
  dialect: fc.constantFrom(...dialects),
  api: fc.constantFrom(...APIS),
  guard: fc.constantFrom(...GUARD_NAMES),
  isCached: fc.boolean(),
})
const transports = fc.record({
  end: fc.constantFrom('well' as const, 'cut' as const),
  cuts: fc.array(fc.nat(5000), { maxLength: 6 }),
})
const at = fc.nat(10_000)
const faults = fc.oneof(
  fc.record({ kind: fc.constant('truncated' as const), at }),
  fc.record({
    kind: fc.constant('bytes' as const),
    at,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  }),
  fc.record({
    kind: fc.constant('event' as const),
    at,
    data: fc.oneof(
      fc.constantFrom('{"choices":[{"delta":{"content":"a', '[', 'null', '7', '""', '[[]]', '{}', '\u{fffd}'),
      fc.json(),
      fc.string(),
    ),
  }),
  fc.record({ kind: fc.constant('value' as const), at, json: fc.json() }),
)

/** A stream with a fault in it. */
function faulty(
  sent: Sent,
  fault: typeof faults extends fc.Arbitrary<infer Fault> ? Fault : never,
): Uint8Array {
  const { bytes } = sent
  const insert = (offset: number, piece: Uint8Array): Uint8Array =>
    Buffer.concat([bytes.subarray(0, offset), piece, bytes.subarray(offset)])
  if (fault.kind === 'truncated') return bytes.subarray(0, fault.at % bytes.length)
  if (fault.kind === 'bytes') return insert(fault.at % bytes.length, fault.bytes)
  if (fault.kind === 'event') {
    const boundaries = boundariesOf(sent)
    return insert(
      boundaries[fault.at % boundaries.length] ?? 0,
      eventOf(sent, fault.data.replaceAll('\n', ' ')),
    )
  }
  // A value of another type. In binary frames the checksum no longer matches.
  const text = Buffer.from(bytes).toString('latin1')
  const values = [...text.matchAll(/(?<=":)(?:"[^"]*"|null|\d+|\[\]|\{\})/g)]
  const value = values[fault.at % Math.max(1, values.length)]
  if (value === undefined) return bytes
  const piece = Buffer.from(fault.json).toString('latin1')
  return Buffer.from(text.slice(0, value.index) + piece + text.slice(value.index + value[0].length), 'latin1')
}

describe('A stream of any dialect, for a client of any API, under any guard, cached or not', () => {
  it('is complete where the provider completes it', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, transports, async (each, transport) => {
        const { headers, bytes } = sentBy(streamOf(each.dialect, each.api))
        expectEnd(await exchange(each, bytes, headers, { ...transport, end: 'well' }), each, true)
      }),
      { numRuns: runs(60) },
    )
  })

  it('ends with its end or an error event whatever is wrong in it, and the record has the reason', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, transports, faults, async (each, transport, fault) => {
        const sent = sentBy(streamOf(each.dialect, each.api))
        expectEnd(await exchange(each, faulty(sent, fault), sent.headers, transport), each, false)
      }),
      { numRuns: runs(400) },
    )
  })

  it('is complete when it is replayed from the cache', async () => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(kinds, transports, faults, async (given, transport, fault) => {
        const each = { ...given, isCached: true }
        const sent = sentBy(streamOf(each.dialect, each.api))
        const bytes = fault.at % 2 === 0 ? sent.bytes : faulty(sent, fault)
        const user = `replayed ${harnessOf(each).here.upstream.sent.length}`
        await exchange(each, bytes, sent.headers, transport, user)
        const replayed = await exchange(each, bytes, sent.headers, transport, user)
        const isHit = replayed.outcome?.reply.cache === 'HIT'
        hits += isHit ? 1 : 0
        expectEnd(replayed, each, isHit && isStreamed(replayed))
      }),
      { numRuns: runs(60) },
    )
    expect(hits).toBeGreaterThan(30)
  })
})

/** Longer than parsers buffer, and shorter than the largest reply. */
const HUGE = 'x'.repeat(36_000_000)

describe('An event of 36 million characters', () => {
  const huge = (dialect: Dialect, data: string): Uint8Array => {
    const sent = sentBy(dialect.stream)
    const boundaries = boundariesOf(sent)
    const middle = boundaries[boundaries.length - 2] ?? 0
    return Buffer.concat([sent.bytes.subarray(0, middle), eventOf(sent, data), sent.bytes.subarray(middle)])
  }
  const cutsOf = (bytes: Uint8Array): readonly number[] =>
    Array.from({ length: Math.floor(bytes.length / 1_000_000) }, (_, index) => index * 1_000_000)

  it.each(byName(({ name }) => ['openai', 'anthropic', 'google', 'bedrock', 'ollama-native'].includes(name)))(
    'ends a stream of %s with an error event in words, under each guard and for each API, unless it passes',
    async (_, dialect) => {
      const data = JSON.stringify({ choices: [{ index: 0, delta: { content: HUGE } }] })
      const bytes = huge(dialect, data)
      const { headers } = sentBy(dialect.stream)
      const tried = [
        ...GUARD_NAMES.map(guard => ({ dialect, api: 'chat/completions' as const, guard, isCached: false })),
        { dialect, api: 'messages' as const, guard: 'rewrite' as const, isCached: true },
        { dialect, api: 'responses' as const, guard: 'none' as const, isCached: true },
      ].filter(({ api }) => api !== 'responses' || !isUntouched(dialect))
      for (const each of tried)
        expectEnd(await exchange(each, bytes, headers, { end: 'well', cuts: cutsOf(bytes) }), each, false)
    },
  )

  it('breaks a stream in windows: the record names what was wrong', async () => {
    const dialect = dialects[0]
    if (dialect === undefined) throw new Error('There is no dialect.')
    const { headers } = sentBy(dialect.stream)
    const each = { dialect, api: 'chat/completions', guard: 'window', isCached: false } as const
    const bytes = huge(dialect, HUGE)
    const reply = await exchange(each, bytes, headers, { end: 'well', cuts: cutsOf(bytes) })
    expect(reply.status).toBe(502)
    const started = encoder.encode('data: {"choices":[{"index":0,"delta":{"content":"One. "}}]}\n\n')
    const later = await exchange(each, Buffer.concat([started, bytes]), headers, {
      end: 'well',
      cuts: cutsOf(bytes),
    })
    expect(later.events.map(event => event.slice(0, 60))).toEqual([
      '{"choices":[{"index":0,"delta":{"content":"One. "}}]}',
      expect.stringContaining('{"error":{'),
    ])
    expect(later.outcome?.record.streamError?.message).toBe(
      'The provider sent an event that is larger than the gateway can buffer.',
    )
  })
})
