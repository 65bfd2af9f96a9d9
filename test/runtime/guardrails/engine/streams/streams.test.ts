// Semantics, section 10, for streams: denying guards hold, windows release sentences one by one, others evaluate at the end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../../../runtime/values/cancellation.ts'
import { chunk, completion, createHarness, DONE, type HarnessOptions } from '../../../../support/harness.ts'
import type { Step } from '../../../../support/scripted-upstream.ts'
import { settle } from '../../../../support/virtual-clock.ts'
import { chat, forbids, removes, STUBS, USED } from '../../stub-guards.ts'

const STREAM = chat('Hello', { stream: true })
const stream = (...words: readonly string[]): Step => ({
  events: [
    chunk({ role: 'assistant', content: '' }),
    ...words.map(content => chunk({ content })),
    chunk({}, 'stop'),
    DONE,
  ],
})
const guarded = (guard: object, script: readonly Step[], more: Partial<HarnessOptions> = {}) =>
  createHarness({
    configs: { c: { provider: '@main', output_guardrails: [{ id: 'g', ...guard }] } },
    checks: STUBS,
    script,
    ...more,
  })
const textOf = (events: readonly string[]): string =>
  events
    .filter(event => event !== '[DONE]')
    .map(
      event =>
        (JSON.parse(event) as { choices?: { delta: { content?: string } }[] }).choices?.[0]?.delta.content ??
        '',
    )
    .join('')
const errorOf = (json: unknown) => (json as { error: { code: string; message: string } }).error

describe('A denying guard holds the stream', () => {
  const denies = { deny: true, ...forbids('bad') }

  it('and responds 446 as JSON when it fails, although the word was split over events', async () => {
    const { call } = guarded(denies, [stream('so b', 'ad')])
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, reply.headers['content-type'], errorOf(reply.json).code]).toEqual([
      446,
      'application/json',
      'guardrail_denied',
    ])
  })

  it('and releases its original bytes when it passes', async () => {
    const step = stream('so ', 'good')
    const { call } = guarded(denies, [step])
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/event-stream'])
    expect(reply.text).toBe('events' in Object(step) ? (step as { events: string[] }).events.join('') : '')
  })

  it('sees tool call arguments', async () => {
    const part = (text: string) =>
      chunk({
        tool_calls: [{ index: 0, id: '1', type: 'function', function: { name: 'f', arguments: text } }],
      })
    const { call } = guarded(denies, [
      { events: [part('{"a":"b'), part('ad"}'), chunk({}, 'tool_calls'), DONE] },
    ])
    expect((await call({ headers: USED, body: STREAM })).status).toBe(446)
  })

  it('a stream that is truncated under it is a failure, so that another target is tried', async () => {
    const targets = [{ provider: '@main' }, { provider: '@main' }]
    const config = { strategy: { mode: 'fallback' }, targets, output_guardrails: [{ id: 'g', ...denies }] }
    const cut: Step = { events: [chunk({ content: 'half' })], end: 'cut' }
    const { call, upstream } = createHarness({
      configs: { c: config },
      checks: STUBS,
      script: [cut, stream('whole')],
    })
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, textOf(reply.events), upstream.sent.length]).toEqual([200, 'whole', 2])
    expect(reply.outcome?.record.streamError).toBeUndefined()
  })

  it('a stream larger than the buffer is an error', async () => {
    const manifest = {
      providers: { main: { provider: 'openai', api_key: '${env:MAIN_KEY}' } },
      limits: { reply_bytes: 1024 },
    }
    const { call } = guarded(denies, [stream('a'.repeat(2000))], { manifest })
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, reply.outcome?.reply.failure?.cause]).toEqual([502, 'too-large'])
  })

  it('a client that disconnects meanwhile cancels the call to the provider', async () => {
    const { call, upstream, clock } = guarded(denies, [{ events: [chunk({ content: 'a' })], end: 'open' }])
    const cancellation = createCancellation()
    const reply = call({ headers: USED, body: STREAM, cancellation })
    await settle()
    cancellation.cancel()
    await reply
    expect(upstream.cancelled()).toBe(1)
    expect(await clock.next()).toBe(false)
  })

  it('one that rewrites replays what it wrote as a stream', async () => {
    const { call } = guarded(removes('bad'), [stream('so b', 'ad')])
    const none = await guarded({ ...removes('bad'), stream: 'hold' }, [stream('so b', 'ad')]).call({
      headers: USED,
      body: STREAM,
    })
    expect([none.status, textOf(none.events), none.events.at(-1)]).toEqual([200, 'so ***', '[DONE]'])
    expect((await call({ headers: USED, body: STREAM })).status).toBe(200)
  })

  it('hook_results are in a chunk before [DONE] when strict compliance is off', async () => {
    const config = {
      provider: '@main',
      strict_vendor_compliance: false,
      output_guardrails: [{ id: 'g', ...denies }],
    }
    const { call } = createHarness({ configs: { c: config }, checks: STUBS, script: [stream('good')] })
    const { events } = await call({ headers: USED, body: STREAM })
    expect(events.at(-1)).toBe('[DONE]')
    expect(JSON.parse(events.at(-2) ?? '')).toMatchObject({
      choices: [],
      hook_results: { after_request_hooks: [{ id: 'g', verdict: true }] },
    })
  })

  it('responses are evaluated by their last event', async () => {
    const response = {
      id: 'r',
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'bad' }] }],
    }
    const events = [
      { type: 'response.created', response: {} },
      { type: 'response.output_text.delta', delta: 'bad' },
      { type: 'response.completed', response },
    ].map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    const body = { model: 'gpt-4o', input: 'Hello', stream: true }
    expect(
      (await guarded(denies, [{ events }]).call({ path: '/responses', headers: USED, body })).status,
    ).toBe(446)
    const replayed = await guarded({ ...removes('bad'), stream: 'hold' }, [{ events }]).call({
      path: '/responses',
      headers: USED,
      body,
    })
    expect(replayed.text).toContain('***')
    expect(replayed.text).not.toContain('bad')
  })

  it('streams of unknown paths are read too', async () => {
    const events = ['{"d":{"x":"b"}}', '{"d":{"x":"ad"}}'].map(event => `data: ${event}\n\n`)
    expect(
      (await guarded(denies, [{ events }]).call({ path: '/unknown', headers: USED, body: {} })).status,
    ).toBe(446)
  })
})

describe('A guard that does not deny', () => {
  it('forwards the stream as it arrives and logs its verdict', async () => {
    const step = stream('so b', 'ad')
    const { call, clock, notices } = guarded(forbids('bad'), [step])
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, textOf(reply.events), notices]).toEqual([200, 'so bad', []])
    await clock.advance(0)
    expect(notices).toMatchObject([
      {
        kind: 'guard',
        guard: 'g',
        side: 'reply',
        verdict: 'failed',
        trace: '00000000000000000000000000000001',
      },
    ])
    expect(JSON.stringify(notices)).not.toContain('so bad')
  })
})

describe('A client that disconnects from a stream that is evaluated at its end', () => {
  it('after it has read something: the missing evaluation is logged', async () => {
    const { call, clock, notices } = guarded(forbids('bad'), [
      { events: [chunk({ content: 'bad' })], end: 'open' },
    ])
    const cancellation = createCancellation()
    const reply = call({ headers: USED, body: STREAM, cancellation })
    await settle()
    cancellation.cancel()
    expect((await reply).text).toContain('bad')
    await clock.advance(0)
    expect(notices).toMatchObject([{ kind: 'guard', guard: 'g', side: 'reply', verdict: 'erred' }])
  })

  it('or whose provider truncates it', async () => {
    const { call, clock, notices } = guarded(forbids('bad'), [
      { events: [chunk({ content: 'bad' })], end: 'cut' },
    ])
    await call({ headers: USED, body: STREAM })
    await clock.advance(0)
    expect(notices).toMatchObject([{ kind: 'guard', verdict: 'erred' }])
  })
})

describe('A provider that repeats the text in one chunk', () => {
  const both = (text: string, content: string) =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, text, delta: { content } }] })}\n\n`

  it.each(['hold', 'window'])('is read twice under "%s"', async stream => {
    const denies = { deny: true, stream, ...forbids('bad') }
    for (const event of [both('bad', 'good'), both('good', 'bad')])
      for (const [path, body] of [
        ['/chat/completions', STREAM],
        ['/completions', { model: 'm', prompt: 'Hello', stream: true }],
      ] as const) {
        const { call } = guarded(denies, [{ events: [event, DONE] }])
        const reply = await call({ path, headers: USED, body })
        const read =
          path === '/completions' ? event.includes('"text":"bad"') : event.includes('"content":"bad"')
        if (read) expect([path, reply.status]).toEqual([path, 446])
      }
  })
})

describe('In windows', () => {
  const windows = { deny: true, stream: 'window', ...forbids('bad') }

  it('sentences are released one by one until one fails; then an error event follows and no [DONE]', async () => {
    const { call } = guarded(windows, [stream('First one. ', 'Second one. ', 'A b', 'ad one. ', 'Last.')])
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, textOf(reply.events.slice(0, -1))]).toEqual([200, 'First one. Second one. '])
    expect(errorOf(JSON.parse(reply.events.at(-1) ?? ''))).toMatchObject({ code: 'guardrail_denied' })
    expect(reply.text).not.toContain('[DONE]')
    expect(reply.outcome?.record.streamError).toContain('"g" denied the reply')
    expect(reply.outcome?.record.guardResults).toMatchObject([{ id: 'g', verdict: false, deny: true }])
  })

  it('a denial of the first window is a normal reply', async () => {
    const { call, upstream } = guarded(windows, [
      { events: [chunk({ content: 'bad. ' }), chunk({ content: 'x' })], end: 'open' },
    ])
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, errorOf(reply.json).code, upstream.cancelled()]).toEqual([
      446,
      'guardrail_denied',
      1,
    ])
  })

  it('a word across the boundary of two windows is detected', async () => {
    const long = 'x'.repeat(999)
    const { call } = guarded(windows, [stream(`${long}b`, 'ad', '. ')])
    const reply = await call({ headers: USED, body: STREAM })
    expect(errorOf(JSON.parse(reply.events.at(-1) ?? '')).code).toBe('guardrail_denied')
  })

  it('tool call arguments are held to the end', async () => {
    const part = (text: string) =>
      chunk({
        tool_calls: [{ index: 0, id: '1', type: 'function', function: { name: 'f', arguments: text } }],
      })
    const events = [
      chunk({ content: 'Hello. ' }),
      part('{"a":"b'),
      part('ad"}'),
      chunk({}, 'tool_calls'),
      DONE,
    ]
    const reply = await guarded(windows, [{ events }]).call({ headers: USED, body: STREAM })
    expect(reply.text).toContain('Hello. ')
    expect(reply.text).not.toContain('tool_calls')
    expect(errorOf(JSON.parse(reply.events.at(-1) ?? '')).code).toBe('guardrail_denied')
    const good = await guarded(windows, [
      { events: [events[0] ?? '', part('{}'), chunk({}, 'tool_calls'), DONE] },
    ]).call({ headers: USED, body: STREAM })
    expect([good.text.match(/tool_calls/g)?.length, good.events.at(-1)]).toEqual([2, '[DONE]'])
  })

  it('a check without streaming support holds instead', async () => {
    const checks = {
      'test.whole': {
        ...STUBS['test.forbids'],
        windows: false,
        evaluate: STUBS['test.forbids']?.evaluate ?? (() => ({ passed: false, reason: '' })),
      },
    }
    const config = {
      provider: '@main',
      output_guardrails: [{ id: 'g', deny: true, stream: 'hold', 'test.whole': { word: 'bad' } }],
    }
    const { call } = createHarness({ configs: { c: config }, checks, script: [stream('Fine. ', 'bad. ')] })
    expect((await call({ headers: USED, body: STREAM })).status).toBe(446)
  })

  it('gives the same result for any chunk boundaries and any timing of its check', async () => {
    const words = fc.array(fc.constantFrom('One. ', 'two ', 'b', 'ad', '. ', 'é🌦 ', 'line\n'), {
      maxLength: 12,
    })
    const late = {
      ...STUBS,
      'test.late': {
        evaluate: async (subject: { texts: readonly string[] }) => {
          await settle()
          const has = subject.texts.some(text => text.includes('bad'))
          return { passed: !has, reason: 'Late.' }
        },
      },
    }
    const run = async (pieces: readonly Uint8Array[], check: object): Promise<string> => {
      const config = {
        provider: '@main',
        output_guardrails: [{ id: 'g', deny: true, stream: 'window', ...check }],
      }
      const { call } = createHarness({ configs: { c: config }, checks: late, script: [{ events: pieces }] })
      const reply = await call({ headers: USED, body: STREAM })
      return `${reply.status} ${textOf(reply.events)} ${reply.events.at(-1) === '[DONE]'}`
    }
    await fc.assert(
      fc.asyncProperty(words, fc.array(fc.nat(), { maxLength: 8 }), async (list, cuts) => {
        const text = [...list.map(content => chunk({ content })), chunk({}, 'stop'), DONE].join('')
        const bytes = new TextEncoder().encode(text)
        const places = [...new Set(cuts.map(cut => cut % bytes.length))].sort((a, b) => a - b)
        const pieces = [0, ...places].map((from, index) =>
          bytes.subarray(from, places[index] ?? bytes.length),
        )
        const whole = await run([bytes], forbids('bad'))
        expect(await run(pieces, forbids('bad'))).toBe(whole)
        expect(await run(pieces, { 'test.late': {} })).toBe(whole)
        if (!list.join('').includes('bad')) expect(whole).toBe(`200 ${list.join('')} true`)
      }),
      { numRuns: 60 },
    )
  })

  it('a stream from a cache is evaluated as well', async () => {
    const config = {
      provider: '@main',
      cache: { mode: 'simple' },
      output_guardrails: [{ id: 'g', ...windows }],
    }
    const { call, upstream } = createHarness({
      configs: { c: config },
      checks: STUBS,
      script: [{ status: 200, body: completion('bad') }],
    })
    await call({ headers: USED, body: chat('Hello') })
    expect((await call({ headers: USED, body: STREAM })).status).toBe(446)
    expect(upstream.sent).toHaveLength(1)
  })
})
