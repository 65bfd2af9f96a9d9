// Semantics, section 10, for streams: guards that deny or rewrite hold or work in windows, others evaluate at the end.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../../../runtime/values/cancellation.ts'
import { createHarness } from '../../../../support/harness.ts'
import { chunk, DONE } from '../../../../support/sample-bodies.ts'
import type { Step } from '../../../../support/scripted-upstream.ts'
import { settle } from '../../../../support/virtual-clock.ts'
import { forbids, removes, STUBS, USED } from '../../stub-guards.ts'
import { errorOf, guarded, STREAM, stream, textOf } from './guarded-streams.ts'

describe('A denying guard that holds the stream', () => {
  const denies = { deny: true, stream: 'hold', ...forbids('bad') }

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
    const body = { model: 'gpt-6-sol', input: 'Hello', stream: true }
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
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, text, delta: { content }, finish_reason: 'stop' }] })}\n\n`

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
