// Events that pass unread, and that only a guardrail finds to be broken: a failure of the provider for its circuit breaker.
import { afterEach, expect, it } from 'vitest'
import { closeAll, gatewayTo, later } from '../support/local-servers.ts'
import { runProvider } from '../support/running-gateway.ts'

afterEach(closeAll)

const event = (content: string): string =>
  `data: {"id":"a","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`
const FINISH = `data: {"id":"a","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`
const BROKEN = 'data: {"choices":[{"index":0,"delta":{"content":"x"\n\n'
const WORDS = 'Some words that fill a window. '.repeat(20)

const SENT: Readonly<Record<string, string>> = {
  early: event('Hello') + BROKEN + FINISH,
  late: event(WORDS).repeat(20) + BROKEN + FINISH,
  sound: event('Hello') + FINISH,
}

it.each([
  ['window', 'early', 502, true],
  ['window', 'late', 200, true],
  ['hold', 'early', 502, true],
  ['window', 'sound', 200, false],
  ['hold', 'sound', 200, false],
] as const)(
  'with a guardrail of %s, a stream that is %s is %i, and opens the circuit: %s',
  async (stream, kind, status, opens) => {
    const provider = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(SENT[kind])
    })
    later(provider.stop)
    const gateway = await gatewayTo(provider.port, {
      configs: {
        c: {
          provider: '@main',
          cb_config: { failure_threshold: 1, cooldown_interval: 600_000 },
          output_guardrails: [
            { id: 'g', deny: true, stream, contains: { words: ['forbidden'], operator: 'none' } },
          ],
        },
      },
    })
    const call = async () => {
      const reply = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-config': 'c' },
        body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
      })
      return { status: reply.status, text: await reply.text() }
    }
    expect((await call()).status).toBe(status)
    expect((await call()).text.includes('circuit_open')).toBe(opens)
  },
)
