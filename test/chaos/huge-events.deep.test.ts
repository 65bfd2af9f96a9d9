// Events longer than parsers buffer (32 Mi characters), on real sockets: they pass where nothing has to read them, and are a failure of
// the provider where something must.
import { describe, expect, it } from 'vitest'
import { watch } from '../edge/hostile-routes/harness.ts'
import { exchangeRaw, rawRequest } from '../edge/raw-client.ts'
import { gatewayTo, later } from '../support/local-servers.ts'
import { runProvider } from '../support/running-gateway.ts'
import { attemptsIn } from './run-scenarios.ts'

watch()

const LENGTH = 34_000_000
const event = (content: string): string =>
  `data: {"id":"a","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`
const END =
  'data: {"id":"a","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
const HUGE = event('x'.repeat(LENGTH))
const SENT = {
  first: HUGE + END,
  later: event('Hello') + HUGE + END,
  half: event('Hello') + HUGE.slice(0, -1000),
}
const guard = (stream: string): object => ({
  output_guardrails: [{ id: 'g', deny: true, stream, contains: { words: ['forbidden'], operator: 'none' } }],
})
const CONFIGS = { plain: {}, window: guard('window'), hold: guard('hold') }

/** The status, how the stream ends, and the causes of the attempt and of the break in the record. */
type Ending = readonly [
  status: number,
  end: 'done' | 'error',
  attempt?: string | undefined,
  broken?: string | undefined,
]
/** The first event is read in any case: it may be an error. */
const CASES: Readonly<Record<keyof typeof SENT, Readonly<Record<keyof typeof CONFIGS, Ending>>>> = {
  first: {
    plain: [502, 'error', 'too-large'],
    window: [502, 'error', 'too-large'],
    hold: [502, 'error', 'too-large'],
  },
  later: { plain: [200, 'done'], window: [502, 'error', 'too-large'], hold: [200, 'done'] },
  half: {
    plain: [200, 'error', undefined, 'cut'],
    window: [502, 'error', 'too-large'],
    hold: [502, 'error', 'cut'],
  },
}

describe.each(Object.keys(SENT) as (keyof typeof SENT)[])('A huge event, %s', kind => {
  it.each(Object.keys(CONFIGS) as (keyof typeof CONFIGS)[])('with the config %s', async name => {
    const provider = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(SENT[kind])
    })
    later(provider.stop)
    const gateway = await gatewayTo(provider.port, {
      configs: { c: { provider: '@main', ...CONFIGS[name] } },
    })
    const reply = await exchangeRaw(
      gateway.port,
      rawRequest(
        'POST',
        '/v1/chat/completions',
        ['content-type: application/json', 'connection: close', 'x-gateway-config: c'],
        JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
      ),
    )
    const [line, ...more] = await gateway.log()
    const ending: Ending = [
      Number(reply.slice(9, 12)),
      reply.includes('[DONE]') ? 'done' : 'error',
      attemptsIn(line ?? {})[0]?.cause,
      line?.['brokenCause'] as string | undefined,
    ]
    expect(ending).toEqual([...CASES[kind][name], undefined, undefined].slice(0, 4))
    expect(/"error":\{"/.test(reply)).toBe(ending[1] === 'error')
    expect(more).toEqual([])
  })
})
