// Replies with status 200 to streamed calls of Bedrock whose frames are no reply: failures of the provider, with a retry, a fallback and the
// circuit breaker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptsIn } from '../chaos/run-scenarios.ts'
import { eventFrame, exceptionFrame, frameBytes } from '../runtime/streams/aws-event-bytes.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

const START = eventFrame('messageStart', { role: 'assistant' })
const TEXT = eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hello' } })
const STOP = eventFrame('messageStop', { stopReason: 'end_turn' })
const USAGE = eventFrame('metadata', { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } })
const REST = [TEXT, STOP, USAGE]
const payload = (event: string, text: string): Uint8Array =>
  frameBytes(
    [
      [':event-type', event],
      [':message-type', 'event'],
    ],
    text,
  )
const flipped = (frame: Uint8Array): Uint8Array =>
  frame.map((byte, at) => (at === frame.length - 6 ? byte ^ 1 : byte))

const NO_REPLIES: Readonly<Record<string, readonly (Uint8Array | string)[]>> = {
  nothing: [],
  text: ['Welcome to this server.'],
  'a whole reply': ['{"output":{"message":{"role":"assistant","content":[{"text":"Hello"}]}}}'],
  'server-sent events': ['data: {"choices":[{"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n'],
  'frames of unknown events': [eventFrame('chunk', { bytes: 'eA==' }), eventFrame('end', {})],
  'a start without anything behind it': [START],
  'an end without anything before it': [STOP, USAGE],
  'usage alone': [USAGE],
  'a first frame with broken JSON': [payload('messageStart', '{"role":'), ...REST],
  'a first frame with a list': [payload('messageStart', '[]'), ...REST],
  'a frame with a wrong checksum': [flipped(START), ...REST],
  'half a frame': [START.subarray(0, 30)],
  'an exception': [exceptionFrame('internalServerException', { message: 'Full.' })],
}

let gateway: RunningGateway
let provider: Provider

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    const name = decodeURIComponent(/^\/model\/(.*)\/converse-stream$/.exec(request.url ?? '')?.[1] ?? '')
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    for (const each of NO_REPLIES[name] ?? []) response.write(each)
    response.end()
  })
  const cloud = { provider: '@cloud' }
  gateway = await runGateway(
    {
      providers: {
        cloud: {
          provider: 'bedrock',
          cloud1_access_key_id: '${env:KEY}',
          cloud1_secret_access_key: '${env:KEY}',
          cloud1_region: 'eu-central-1',
          custom_host: provider.origin,
        },
        mock: { provider: 'mock' },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    {
      fallback: {
        strategy: { mode: 'fallback' },
        targets: [
          { ...cloud, retry: { attempts: 1, on_status_codes: [500, 502] } },
          { provider: '@mock', override_params: { model: 'echo' } },
        ],
      },
      ...Object.fromEntries(
        Object.keys(NO_REPLIES).map((_name, at) => [
          `breaker-${at}`,
          {
            ...cloud,
            cb_config: { failure_threshold: 1, cooldown_interval: 60_000, failure_status_codes: [500, 502] },
          },
        ]),
      ),
    },
    { KEY: 'AKIDEXAMPLE' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

async function call(config: string, model: string) {
  const reply = await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': config },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true }),
  })
  const text = await reply.text()
  const trace = reply.headers.get('x-gateway-trace-id')
  return { status: reply.status, text, trace }
}

describe('A reply of Bedrock with status 200 that is', () => {
  it.each(Object.keys(NO_REPLIES).map((name, at) => [name, at] as const))('%s', async (name, at) => {
    const served = await call('fallback', name)
    expect([served.status, served.text.includes('[DONE]')]).toEqual([200, true])
    const record = (await gateway.log()).find(({ trace }) => trace === served.trace)
    const expected = name === 'an exception' ? 500 : 502
    expect(attemptsIn(record ?? {}).map(({ status }) => status)).toEqual([expected, expected, 200])
    expect((await call(`breaker-${at}`, name)).status).toBe(expected)
    expect((await call(`breaker-${at}`, name)).text).toContain('circuit_open')
  })
})
