// Semantics, section 10: parallel unless sequential, async after the reply, and what no path walks around.
import { describe, expect, it } from 'vitest'
import type { CheckResult } from '../../../../runtime/guardrails/check.ts'
import { createBackgroundQueue } from '../../../../runtime/guardrails/engine/background-queue.ts'
import { createCancellation } from '../../../../runtime/values/cancellation.ts'
import { createHarness, type HarnessOptions } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { settle, virtualClock } from '../../../support/virtual-clock.ts'
import { chat, forbids, removes, STUBS, USED } from '../stub-guards.ts'

const ok: Step = { status: 200, body: completion('fine') }
const guarded = (config: object, more: Partial<HarnessOptions> = {}) =>
  createHarness({
    configs: { c: { provider: '@main', ...config } },
    checks: STUBS,
    script: [ok, ok],
    ...more,
  })

/** Checks that record when they start and end, and end on demand. */
function traced() {
  const recorded: string[] = []
  const waiting = new Map<string, (finding: CheckResult) => void>()
  const check = (rewrites: boolean) => ({
    rewrites,
    evaluate: (
      _subject: unknown,
      _ports: unknown,
      { parameters }: { parameters: Readonly<Record<string, unknown>> },
    ) => {
      const name = String(parameters['name'])
      recorded.push(`begin ${name}`)
      return new Promise<CheckResult>(resolve => waiting.set(name, resolve))
    },
  })
  const end = async (name: string, passed = true): Promise<void> => {
    recorded.push(`end ${name}`)
    waiting.get(name)?.({ passed, reason: 'So.' })
    await settle()
  }
  return { recorded, end, checks: { 'test.reads': check(false), 'test.writes': check(true) } }
}
const hook = (names: readonly string[], more: object = {}) => ({
  id: names.join(''),
  type: 'guardrail',
  checks: names.map(name => ({
    id: name.startsWith('w') ? 'test.writes' : 'test.reads',
    parameters: { name },
  })),
  ...more,
})

describe('Order', () => {
  it('checks run concurrently, but one that rewrites waits for those before it, and those after it wait for it', async () => {
    const { recorded, end, checks } = traced()
    const { call } = guarded({ before_request_hooks: [hook(['a', 'b', 'w', 'c'])] }, { checks })
    const reply = call({ headers: USED })
    await settle()
    expect(recorded).toEqual(['begin a', 'begin b'])
    await end('b')
    await end('a')
    await end('w')
    await end('c')
    expect(recorded.slice(2)).toEqual(['end b', 'end a', 'begin w', 'end w', 'begin c', 'end c'])
    expect((await reply).status).toBe(200)
  })

  it('sequential: one after the other, and a guard that denies stops at the first failure', async () => {
    const { recorded, end, checks } = traced()
    const config = {
      before_request_hooks: [hook(['a', 'b', 'c'], { sequential: true, on_fail: { deny: true } })],
    }
    const { call } = guarded(config, { checks })
    const reply = call({ headers: USED })
    await settle()
    await end('a')
    await end('b', false)
    expect([(await reply).status, recorded]).toEqual([446, ['begin a', 'end a', 'begin b', 'end b']])
  })

  it('guards run concurrently, but those that rewrite run in sequence', async () => {
    const { recorded, end, checks } = traced()
    const { call } = guarded(
      { before_request_hooks: [hook(['a']), hook(['b']), hook(['w']), hook(['c'])] },
      { checks },
    )
    const reply = call({ headers: USED })
    await settle()
    expect(recorded).toEqual(['begin a', 'begin b'])
    await end('a')
    await end('b')
    expect(recorded.at(-1)).toBe('begin w')
    await end('w')
    await end('c')
    expect((await reply).outcome?.record.guardResults?.map(({ id }) => id)).toEqual(['a', 'b', 'w', 'c'])
  })
})

describe('async guards', () => {
  it('run after the reply, never deny, and log their verdict', async () => {
    const config = {
      input_guardrails: [{ id: 'i', async: true, ...forbids('Hello') }],
      output_guardrails: [{ id: 'o', async: true, ...forbids('bad') }],
    }
    const { call, clock, notices } = guarded(config)
    const reply = await call({ headers: USED })
    expect([reply.status, reply.outcome?.reply.hooks, reply.outcome?.record.guardResults, notices]).toEqual([
      200,
      undefined,
      undefined,
      [],
    ])
    await clock.advance(0)
    expect(notices).toMatchObject([
      { kind: 'guard', guard: 'o', side: 'reply', verdict: 'passed', result: { async: true, deny: false } },
      { kind: 'guard', guard: 'i', side: 'request', verdict: 'failed' },
    ])
  })

  it('evaluate what was sent, as rewritten by other guards', async () => {
    const config = {
      input_guardrails: [
        { id: 'i', async: true, ...forbids('Hello') },
        { id: 'w', ...removes('Hello') },
      ],
    }
    const { call, clock, notices } = guarded(config)
    await call({ headers: USED })
    await clock.advance(0)
    expect(notices).toMatchObject([{ guard: 'i', verdict: 'passed' }])
  })

  it('do not delay a client that has disconnected, and end with the gateway', async () => {
    const clock = virtualClock()
    const afterwards = createBackgroundQueue(clock, 2)
    const ended: string[] = []
    const work = (name: string) =>
      afterwards.run(
        cancellation =>
          new Promise(resolve => {
            cancellation.onCancel(() => {
              ended.push(name)
              resolve()
            })
          }),
      )
    expect([work('a'), work('b'), work('c')]).toEqual([true, true, false])
    await clock.advance(0)
    afterwards.stop()
    await settle()
    expect([ended, work('d')]).toEqual([['a', 'b'], false])
  })
})

describe('No path bypasses a guard', () => {
  const denies = { input_guardrails: [{ id: 'g', deny: true, ...forbids('bad') }] }
  const status = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    (await guarded(denies).call({ path, headers: { ...USED, ...headers }, body })).status

  it('every JSON pass-through body is read', async () => {
    expect(await status('/threads', { deep: [{ text: 'a bad one' }] })).toBe(446)
    expect(await status('/threads', ['bad'])).toBe(446)
    expect(await status('/threads', { deep: 'good' })).toBe(200)
  })

  it('a body that is encoded, or has a duplicate key, is rejected', async () => {
    expect(await status('/threads', 'x', { 'content-encoding': 'gzip' })).toBe(415)
    expect(
      await status(
        '/chat/completions',
        '{"model":"m","messages":[{"role":"user","content":"bad","content":"good"}]}',
      ),
    ).toBe(400)
  })

  it('a reply under guards is requested unencoded and complete', async () => {
    const run = guarded(
      { output_guardrails: [{ id: 'g', deny: true, ...forbids('bad') }] },
      { script: [{ status: 200, body: { text: 'bad' } }] },
    )
    const headers = { ...USED, 'accept-encoding': 'gzip', range: 'bytes=0-5', accept: 'x' }
    expect((await run.call({ path: '/threads', headers, body: {} })).status).toBe(446)
    expect(run.upstream.sent[0]?.headers).not.toContain('gzip')
    expect(run.upstream.sent[0]?.headers).not.toContain('bytes=0-5')
    expect(run.upstream.sent[0]?.headers).toContain('x')
  })

  it('every text field of a form is read and rewritten, and its other parts keep their bytes', async () => {
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const form = (...parts: string[]) => `${parts.join('')}--b--\r\n`
    const headers = { ...USED, 'content-type': 'multipart/form-data; boundary=b' }
    const path = '/images/edits'
    const file = `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nbad\r\n`
    for (const field of ['user', 'odd', 'words[]', '__proto__'])
      expect([
        field,
        (await guarded(denies).call({ path, headers, body: form(part('prompt', 'a'), part(field, 'bad')) }))
          .status,
      ]).toEqual([field, 446])
    const run = guarded({ input_guardrails: [{ id: 'g', ...removes('bad') }] })
    const model = part('model', 'm')
    const body = form(model, file, part('user', 'so bad'), part('words[]', 'bad'), part('words[]', 'good'))
    await run.call({ path, headers, body })
    const sent = run.upstream.sent[0]?.text ?? ''
    expect(sent).toContain(model + file)
    expect(sent).toContain(part('user', 'so ***'))
    expect(sent).toContain(part('words[]', '***') + part('words[]', 'good'))
    expect(sent.match(/; name="/g)).toHaveLength(5)
  })

  it('the prompt of a form is read and rewritten', async () => {
    const form = (prompt: string) =>
      `--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\n${prompt}\r\n--b--\r\n`
    const headers = { ...USED, 'content-type': 'multipart/form-data; boundary=b' }
    const path = '/images/edits'
    expect((await guarded(denies).call({ path, headers, body: form('bad') })).status).toBe(446)
    const run = guarded({ input_guardrails: [{ id: 'g', ...removes('bad') }] })
    await run.call({ path, headers, body: form('so bad') })
    expect(run.upstream.sent[0]?.text).toContain('so ***')
    expect(run.upstream.sent[0]?.text).not.toContain('so bad')
  })
})

describe('A client that disconnects', () => {
  it('cancels its guards at once, and no target is called', async () => {
    const { call, upstream, clock } = guarded({ input_guardrails: [{ id: 'g', 'test.never': {} }] })
    const cancellation = createCancellation()
    const reply = call({ headers: USED, body: chat('x'), cancellation })
    await settle()
    cancellation.cancel()
    await reply
    expect([upstream.sent.length, await clock.next()]).toEqual([0, false])
  })
})

describe('Output of checks is limited', () => {
  it('reasons and facts', async () => {
    const checks = {
      'test.talks': {
        evaluate: () => ({ passed: false, reason: 'a\n'.repeat(1000), facts: { long: 'x'.repeat(5000) } }),
      },
    }
    const reply = await guarded(
      { input_guardrails: [{ id: 'g', deny: true, 'test.talks': {} }] },
      { checks },
    ).call({ headers: USED })
    const [check] = reply.outcome?.record.guardResults?.[0]?.checks ?? []
    expect([check?.reason.length, check?.data]).toEqual([301, undefined])
    expect(reply.text).not.toContain('\\n')
  })
})
