// What requests reserve beside the bytes of their bodies: nothing where a plan reads no body, and more where it parses, checks or logs it.
import { describe, expect, it } from 'vitest'
import { linkBodyCapture } from '../../runtime/telemetry/capture-bodies.ts'
import { createBody } from '../../runtime/values/body/body.ts'
import { isFailure } from '../../runtime/values/failures.ts'
import { createMemoryBudget, type MemoryBudget, OVERLOADED } from '../../runtime/values/memory-budget.ts'
import { createHarness } from '../support/harness.ts'
import { chunk, completion, DONE } from '../support/sample-bodies.ts'
import type { Step } from '../support/scripted-upstream.ts'
import { forbids, STUBS } from './guardrails/stub-guards.ts'

const encoder = new TextEncoder()
const chatOf = (text: string, more: object = {}): Uint8Array =>
  encoder.encode(JSON.stringify({ model: 'gpt-6-sol', messages: [{ role: 'user', content: text }], ...more }))
const CHAT = chatOf('x'.repeat(1000))
const WIDE = chatOf('\u{2603}'.repeat(300))

/** A budget that remembers the most that was in use. */
function watched(limit: number): MemoryBudget & { readonly most: () => number } {
  const budget = createMemoryBudget(limit)
  let most = 0
  const watch = <Result>(result: Result): Result => {
    most = Math.max(most, budget.used())
    return result
  }
  return {
    ...budget,
    most: () => most,
    lease: () => {
      const lease = budget.lease()
      return {
        take: bytes => watch(lease.take(bytes)),
        hold: bytes => watch(lease.hold(bytes)),
        fitsAlone: bytes => lease.fitsAlone(bytes),
        give: bytes => lease.give(bytes),
        release: () => lease.release(),
      }
    },
  }
}

const GUARD = { id: 'g', deny: true, ...forbids('bad') }
const CONFIGS: Readonly<Record<string, object>> = {
  plain: { provider: '@main' },
  cached: { provider: '@main', cache: { mode: 'simple' } },
  overridden: { provider: '@main', override_params: { temperature: 0 } },
  guarded: { provider: '@main', input_guardrails: [GUARD] },
  twice: {
    strategy: { mode: 'fallback' },
    input_guardrails: [GUARD],
    targets: [{ provider: '@main', input_guardrails: [{ ...GUARD, id: 'h' }] }],
  },
  translated: { provider: '@claude', override_params: { max_tokens: 10 } },
}

const REPLY: Step = { status: 200, body: completion('Fine.') }
const CLAUDE: Step = {
  status: 200,
  body: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Fine.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
}

/** A request with its body charged, as the server does it. */
async function served(config: string, body: Uint8Array, budget: MemoryBudget, step: Step = REPLY) {
  const here = createHarness({ configs: CONFIGS, checks: STUBS, script: [step] })
  const memory = budget.lease()
  memory.take(body.length)
  const reply = await here.call({ headers: { 'x-gateway-config': config }, body, memory })
  return { reply, memory, sent: here.upstream.sent.length }
}

describe('A request reserves', () => {
  it.each<readonly [config: string, body: Uint8Array, most: number, held: number]>([
    ['plain', CHAT, 1, 1],
    ['overridden', CHAT, 1, 1],
    ['guarded', CHAT, 7, 3],
    ['guarded', WIDE, 19, 7],
    ['twice', CHAT, 7, 3],
    ['translated', CHAT, 3, 3],
  ])('through %s so many bytes for each of its body', async (config, body, most, held) => {
    const budget = watched(1_000_000)
    const { reply, memory } = await served(config, body, budget, config === 'translated' ? CLAUDE : REPLY)
    expect(reply.status).toBe(200)
    // Whole replies are charged by their bytes.
    const ofReply = (bytes: number): number => Math.floor(bytes / body.length)
    expect([ofReply(budget.most()), ofReply(budget.used())]).toEqual([most, held])
    memory.release()
    expect(budget.used()).toBe(0)
  })

  it('no more than its bytes for the key of a cache, where the body is large', async () => {
    const body = chatOf('x'.repeat(300_000))
    const budget = watched(10_000_000)
    const { reply } = await served('cached', body, budget)
    expect([reply.status, Math.floor(budget.most() / body.length)]).toEqual([200, 1])
  })
})

describe('Where it does not fit', () => {
  it.each(['guarded', 'translated'])(
    'a request through %s is 503, and no provider is called',
    async config => {
      const budget = createMemoryBudget(8 * CHAT.length)
      budget.lease().take(6 * CHAT.length)
      const { reply, sent, memory } = await served(config, CHAT, budget)
      expect([reply.status, sent]).toEqual([503, 0])
      expect(reply.json).toMatchObject({ error: { code: 'overloaded' } })
      memory.release()
      expect(budget.used()).toBe(6 * CHAT.length)
    },
  )

  it('a request whose plan reads no body is served', async () => {
    const budget = createMemoryBudget(6 * CHAT.length)
    budget.lease().take(4 * CHAT.length)
    expect((await served('plain', CHAT, budget)).reply.status).toBe(200)
  })

  it.each([
    ['to be checked', CHAT, 3],
    ['to be parsed, too', CHAT, 6],
    ['where its text is wide', WIDE, 15],
  ])('a request that would never fit is 413: %s', async (_, body, share) => {
    const { reply, sent } = await served('guarded', body, createMemoryBudget(share * body.length))
    expect([reply.status, sent]).toEqual([413, 0])
    expect(reply.json).toMatchObject({ error: { code: 'body_too_large' } })
  })

  it('the parsed body is a failure each time it is read', () => {
    const budget = createMemoryBudget(4 * CHAT.length)
    budget.lease().take(3 * CHAT.length)
    const memory = budget.lease()
    const body = createBody(CHAT, undefined, 1000, undefined, memory)
    expect([body.json(), body.json()]).toEqual([OVERLOADED, OVERLOADED])
    expect(isFailure(createBody(CHAT).json())).toBe(false)
  })

  it.each<readonly [string, number, number, number]>([
    ['503 where others hold the rest', 15_000, 10_000, 503],
    ['502 where it would never fit', 4_000, 0, 502],
  ])('a buffered reply is %s', async (_, limit, held, status) => {
    const output = { ...GUARD, stream: 'hold' }
    const { call } = createHarness({
      configs: { c: { provider: '@main', output_guardrails: [output] } },
      checks: STUBS,
      script: [{ events: [chunk({ content: 'y'.repeat(1500) }), chunk({}, 'stop'), DONE] }],
    })
    const budget = createMemoryBudget(limit)
    budget.lease().take(held)
    const memory = budget.lease()
    const body = chatOf('Hi', { stream: true })
    const reply = await call({ headers: { 'x-gateway-config': 'c' }, body, memory })
    expect(reply.status).toBe(status)
  })
})

describe('A body of the log', () => {
  const capture = linkBodyCapture(
    { sample: 1, maxBytes: 10_000, mask: [] },
    { random: () => 0, hash: text => String(text), mask: bytes => bytes, decode: () => undefined },
  )
  const logged = (limit: number) => {
    const budget = createMemoryBudget(limit)
    const taken = capture('w')
    taken?.request(CHAT)
    taken?.response(encoder.encode('short'))
    return taken?.finish(undefined, undefined, budget.lease())
  }

  it('is left out where masking it does not fit', () => {
    expect(logged(5 * CHAT.length)).toMatchObject({ request: CHAT, response: encoder.encode('short') })
    const small = logged(2 * CHAT.length)
    expect([small?.request, small?.response]).toEqual([undefined, encoder.encode('short')])
  })
})
