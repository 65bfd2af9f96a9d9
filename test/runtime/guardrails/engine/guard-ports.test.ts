// Calls that a check may make, and what cancels them: services under the SSRF guard, models through
// the gateway.
import { describe, expect, it } from 'vitest'
import type { CheckPorts } from '../../../../runtime/guardrails/check.ts'
import { createCancellation } from '../../../../runtime/values/cancellation.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { createHarness } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import type { StubCheck } from '../../../support/stub-checks.ts'
import { settle } from '../../../support/virtual-clock.ts'
import { USED } from '../stub-guards.ts'

const ok: Step = { status: 200, body: completion('fine') }
/** What the question gave, as the reason of the finding. */
const asks = (
  question: (ports: CheckPorts, credential: string | undefined) => Promise<unknown>,
): StubCheck => ({
  secrets: ['token'],
  address: 'https://guard.example/v1',
  evaluate: async (_subject, ports, { context }) => {
    const answer = await question(ports, context.credential('token'))
    const reported = isFailure(answer) ? `${answer.code}: ${answer.message}` : JSON.stringify(answer)
    return { passed: !isFailure(answer), reason: reported }
  },
})
const post = (url: string) => (ports: CheckPorts, credential: string | undefined) =>
  ports.callService({
    method: 'POST',
    url,
    headers: ['authorization', `Bearer ${credential}`],
    body: { text: 'x' },
  })
const stage = (
  check: StubCheck,
  script: readonly Step[],
  parameters: object = { token: '${env:MAIN_KEY}' },
) =>
  createHarness({
    configs: { c: { provider: '@main', input_guardrails: [{ id: 'g', 'test.asks': parameters }] } },
    checks: { 'test.asks': check },
    script,
  })
const reasonOf = async (run: ReturnType<typeof stage>) =>
  (await run.call({ headers: USED })).outcome?.record.guardResults?.[0]?.checks[0]?.reason

describe('A check calls a service', () => {
  it('with its credential, under the SSRF guard, and gets its response', async () => {
    const check = asks(async (ports, credential) => {
      const answer = await post('https://guard.example/v1/judge?x=1')(ports, credential)
      return isFailure(answer) ? answer : { status: answer.status, json: answer.json() }
    })
    const run = stage(check, [{ status: 200, body: { flagged: false } }, ok])
    expect(await reasonOf(run)).toBe('{"status":200,"json":{"flagged":false}}')
    expect(run.upstream.sent[0]).toMatchObject({
      method: 'POST',
      origin: 'https://guard.example',
      path: '/v1/judge?x=1',
      headers: ['content-type', 'application/json', 'authorization', 'Bearer main-key'],
      json: { text: 'x' },
      hostAuthor: 'operator',
    })
  })

  it.each([
    ['elsewhere than its credential may go', 'https://evil.example/', 'blocked_host'],
    ['by an address that holds a credential', 'https://a:b@guard.example/', 'blocked_host'],
    ['by something that is not a URL', 'guard', 'invalid_request'],
    ['by another scheme', 'file:///etc/passwd', 'invalid_request'],
  ])('but not %s', async (_title, url, code) => {
    const run = stage(asks(post(url)), [ok])
    expect(await reasonOf(run)).toContain(code)
    expect(run.upstream.sent).toHaveLength(1)
  })

  it('whose response is too large', async () => {
    const run = stage(asks(post('https://guard.example/')), [
      { status: 200, text: 'x'.repeat(1024 * 1024 + 1) },
      ok,
    ])
    expect(await reasonOf(run)).toContain('larger than 1048576 bytes')
  })

  it('that does not respond in time, and the call is cancelled', async () => {
    const run = stage(asks(post('https://guard.example/')), ['silence', ok], {
      token: '${env:MAIN_KEY}',
      timeout: 100,
    })
    const reply = run.call({ headers: USED })
    await run.clock.advance(100)
    expect((await reply).outcome?.record.guardResults?.[0]?.checks[0]).toMatchObject({
      error: true,
      execution_time: 100,
    })
    expect([run.upstream.cancelled(), await run.clock.next()]).toEqual([1, false])
  })

  it('and the client disconnects: the call is cancelled at once, and nothing is sent to the provider', async () => {
    const run = stage(asks(post('https://guard.example/')), ['silence', ok])
    const cancellation = createCancellation()
    const reply = run.call({ headers: USED, cancellation })
    await settle()
    cancellation.cancel()
    await reply
    expect([run.upstream.sent.length, run.upstream.cancelled(), await run.clock.next()]).toEqual([
      1,
      1,
      false,
    ])
  })
})

describe('A check calls a model', () => {
  const model = (provider: string) =>
    asks(async ports => await ports.callModel(provider, 'chat/completions', { model: 'judge', messages: [] }))

  it('through the gateway, with the credential of the stored provider', async () => {
    const run = stage(model('@main'), [{ status: 200, body: completion('safe') }, ok], {})
    expect(await reasonOf(run)).toContain('safe')
    expect(run.upstream.sent[0]).toMatchObject({
      path: '/v1/chat/completions',
      json: { model: 'judge', messages: [] },
    })
    expect(run.upstream.sent[0]?.headers).toContain('Bearer main-key')
  })

  it('that is not stored: a failure with a message', async () => {
    expect(await reasonOf(stage(model('nobody'), [ok], {}))).toContain(
      'No provider with the slug "@nobody" is stored.',
    )
    expect(await reasonOf(stage(model('__proto__'), [ok], {}))).toContain('is stored.')
  })
})
