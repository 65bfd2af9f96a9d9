// A stream that passes unread and breaks ends with an error event in the format of the client's API, and the record has the reason.
import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runGateway, runProvider } from '../support/running-gateway.ts'

const FIRST = 'data: {"candidates":[{"content":{"parts":[{"text":"Hel"}]}}]}\n\n'
const EVENTS = { 'content-type': 'text/event-stream' }

interface Cut {
  readonly name: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly provider: string
  readonly reply: Readonly<Record<string, string>>
  readonly sent: string
  /** The end of the body; undefined where the connection is closed. */
  readonly ending: RegExp | undefined
}

const GEMINI = '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse'
const CUTS: readonly Cut[] = [
  {
    name: 'Gemini, between events',
    path: GEMINI,
    provider: '@google',
    reply: EVENTS,
    sent: FIRST,
    ending: /\n\ndata: \{"error":\{"code":502,"message":"[^"]+","status":"UNAVAILABLE",[^\n]*\}\n\n$/,
  },
  {
    name: 'Gemini, within an event',
    path: GEMINI,
    provider: '@google',
    reply: EVENTS,
    sent: `${FIRST}data: {"candi`,
    ending: /data: \{"candi\n\ndata: \{"error":\{"code":502,[^\n]*\}\n\n$/,
  },
  {
    name: 'another path',
    path: '/v1/proxy/anything',
    provider: '@openai',
    reply: EVENTS,
    sent: 'event: thread.run.created\ndata: {}\n\n',
    ending:
      /\n\ndata: \{"error":\{"message":"[^"]+","type":"[^"]+","param":null,"code":"invalid_upstream_reply"\}\}\n\n$/,
  },
  {
    name: 'a client of Anthropic',
    path: '/v1/proxy/anything',
    headers: { 'anthropic-version': '2023-06-01' },
    provider: '@anthropic',
    reply: EVENTS,
    sent: 'event: message_start\ndata: {"type":"message_start"}\n\n',
    ending:
      /\n\nevent: error\ndata: \{"type":"error","error":\{"type":"api_error","message":"[^"]+"[^\n]*\}\n\n$/,
  },
  {
    name: 'with an announced length: the connection is closed',
    path: GEMINI,
    provider: '@google',
    reply: { ...EVENTS, 'content-length': '1000' },
    sent: FIRST,
    ending: undefined,
  },
  {
    name: 'bytes of another kind: the connection is closed',
    path: '/v1/proxy/anything',
    provider: '@openai',
    reply: { 'content-type': 'application/octet-stream' },
    sent: FIRST,
    ending: undefined,
  },
]

describe('A stream that passes unread and breaks', () => {
  it.each(CUTS)('$name', async ({ path, headers, provider: named, reply, sent, ending }) => {
    const provider = await runProvider((_request, response: ServerResponse) => {
      response.writeHead(200, reply)
      response.write(sent, () => setImmediate(() => response.destroy()))
    })
    onTestFinished(provider.stop)
    const stored = (id: string) => ({ provider: id, api_key: '${env:KEY}', custom_host: provider.origin })
    const gateway = await runGateway(
      {
        providers: { google: stored('google'), openai: stored('openai'), anthropic: stored('anthropic') },
        trusted_hosts: ['127.0.0.1'],
      },
      {},
      { KEY: 'k' },
    )
    onTestFinished(gateway.stop)
    const response = await fetch(new URL(path, gateway.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-provider': named, ...headers },
      body: '{}',
    })
    expect(response.status).toBe(200)
    if (ending === undefined) await expect(response.text()).rejects.toThrow('terminated')
    else {
      const text = await response.text()
      expect(text.startsWith(sent)).toBe(true)
      expect(text).toMatch(ending)
    }
    const [record] = await gateway.log()
    expect(record).toMatchObject({ status: 200, broken: expect.stringMatching(/\w+ .*\./) })
    if (ending !== undefined) expect(record?.['left']).toBeUndefined()
  })
})
