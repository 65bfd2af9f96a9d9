// Semantics, section 10, for streams: windows release sentences one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../../support/harness.ts'
import { runs } from '../../../../support/property-seed.ts'
import { chunk, completion, DONE } from '../../../../support/sample-bodies.ts'
import { settle } from '../../../../support/virtual-clock.ts'
import { chat, forbids, STUBS, USED } from '../../stub-guards.ts'
import { errorOf, guarded, STREAM, stream, textOf } from './guarded-streams.ts'

describe('In windows', () => {
  const windows = { deny: true, stream: 'window', ...forbids('bad') }

  it('sentences are released one by one until one fails; then an error event follows and no [DONE]', async () => {
    const { call } = guarded(windows, [stream('First one. ', 'Second one. ', 'A b', 'ad one. ', 'Last.')])
    const reply = await call({ headers: USED, body: STREAM })
    expect([reply.status, textOf(reply.events.slice(0, -1))]).toEqual([200, 'First one. Second one. '])
    expect(errorOf(JSON.parse(reply.events.at(-1) ?? ''))).toMatchObject({ code: 'guardrail_denied' })
    expect(reply.text).not.toContain('[DONE]')
    expect(reply.outcome?.record.streamError?.message).toContain('"g" denied the reply')
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
        streaming: false,
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
      { numRuns: runs(12) },
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
