// The client's disconnect cancels the call, in any state (semantics, section 3); and timeouts: the request's header
// overrides the config, the config the gateway.
import { describe, expect, it } from 'vitest'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { createHarness, type HarnessOptions } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { settle } from '../../support/virtual-clock.ts'

const ok: Step = { status: 200, body: completion('fine') }
const busy: Step = { status: 503, body: { error: { message: 'busy' } } }
const USED = { 'x-gateway-config': 'c' }
const FALLBACK = { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@claude' }] }

function leaving(input: HarnessOptions, more: object = {}) {
  const cancellation = createCancellation()
  const stage = createHarness(input)
  const reply = stage.call({ headers: USED, cancellation, ...more })
  return { ...stage, cancellation, reply }
}

describe('When the client disconnects', () => {
  it('before the reply, the call is cancelled and no other target is called', async () => {
    const { cancellation, reply, upstream, clock } = leaving({
      configs: { c: FALLBACK },
      script: ['silence', ok],
    })
    await settle()
    cancellation.cancel()
    await reply
    expect([upstream.sent.length, upstream.cancelled()]).toEqual([1, 1])
    expect(await clock.next()).toBe(false)
  })

  it('during the wait before a retry, nothing is retried', async () => {
    const { cancellation, reply, upstream, clock } = leaving({
      configs: {
        c: { ...FALLBACK, targets: [{ provider: '@main', retry: { attempts: 3 } }, { provider: '@claude' }] },
      },
      script: [busy, ok, ok],
    })
    await settle()
    expect(upstream.sent).toHaveLength(1)
    cancellation.cancel()
    await reply
    expect(upstream.sent).toHaveLength(1)
    expect(await clock.next()).toBe(false)
  })

  it('before the call began, nothing is sent at all', async () => {
    const cancellation = createCancellation()
    cancellation.cancel()
    const { call, upstream } = createHarness({ configs: { c: FALLBACK }, script: [ok] })
    const { outcome } = await call({ headers: USED, cancellation })
    expect(upstream.sent).toHaveLength(0)
    expect(outcome?.reply.failure?.code).toBe('cancelled')
  })

  it('a completed call leaves no timer and no cancellation listener', async () => {
    const { call, clock } = createHarness({
      configs: { c: { ...FALLBACK, retry: { attempts: 2 } } },
      script: [busy, ok],
    })
    const reply = call({ headers: USED })
    await clock.next()
    expect((await reply).status).toBe(200)
    expect(await clock.next()).toBe(false)
  })

  it('before a stream has started, the stream is cancelled', async () => {
    const { cancellation, reply, upstream, clock } = leaving(
      { configs: { c: FALLBACK }, script: [{ events: [': nothing yet\n\n'], end: 'open' }, ok] },
      { body: { model: 'm', messages: [], stream: true } },
    )
    await settle()
    cancellation.cancel()
    await reply
    expect([upstream.sent.length, upstream.cancelled()]).toEqual([1, 1])
    expect(await clock.next()).toBe(false)
  })
})

describe('A wait between attempts', () => {
  it('holds no reply open: the body of the failed attempt is cancelled before it', async () => {
    const { reply, upstream, clock } = leaving(
      {
        configs: { c: { provider: '@main', retry: { attempts: 1 } } },
        script: [busy, { status: 200, text: 'file' }],
      },
      { method: 'GET', path: '/batch-files' },
    )
    await settle()
    expect([upstream.sent.length, upstream.cancelled()]).toEqual([1, 1])
    await clock.next()
    expect((await reply).text).toBe('file')
  })
})

describe('Request timeout', () => {
  const limited = (timeout: object) => ({ c: { provider: '@main', ...timeout } })
  it.each<readonly [string, object, number]>([
    ['the config overrides the gateway', { request_timeout: 500 }, 500],
    ['the gateway’s default applies otherwise', { retry: { attempts: 0 } }, 600_000],
  ])('%s', async (_title, config, milliseconds) => {
    const { call, clock } = createHarness({ configs: limited(config), script: ['silence'] })
    const reply = call({ headers: USED })
    await clock.next()
    expect(await reply).toMatchObject({ status: 408, json: { error: { code: 'timeout' } } })
    expect(clock.waits).toEqual([milliseconds])
  })

  it("a target's timeout overrides its parent's", async () => {
    const { call, clock } = createHarness({
      configs: {
        c: {
          ...FALLBACK,
          request_timeout: 900,
          targets: [{ provider: '@main', request_timeout: 100 }, { provider: '@main' }],
        },
      },
      script: ['silence', 'silence'],
    })
    const reply = call({ headers: USED })
    await clock.next()
    await clock.next()
    expect((await reply).status).toBe(408)
    expect(clock.waits).toEqual([100, 900])
  })

  it.each(['0', '-1', '1.5', '3600001', 'soon', ''])('%j is rejected', async value => {
    const { call } = createHarness({ configs: limited({ request_timeout: 10 }), script: [ok] })
    expect((await call({ headers: { ...USED, 'x-gateway-request-timeout': value } })).status).toBe(400)
  })
})
