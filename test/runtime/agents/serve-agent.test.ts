// Whatever a client sends, the reply is one of the protocol, and nothing but whole requests reaches the agent.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentHttpRequest } from '../../../runtime/agents/exchange/run-operation.ts'
import type { LinkedAgent } from '../../../runtime/agents/linked-agent.ts'
import { linkAgentServing } from '../../../runtime/agents/serve-agent.ts'
import { streamFromBytes } from '../../../runtime/values/byte-stream.ts'
import { isStream } from '../../../runtime/values/call.ts'
import { createCancellation } from '../../../runtime/values/cancellation.ts'
import { failure } from '../../../runtime/values/failures.ts'
import type { UpstreamRequest } from '../../../runtime/values/ports.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const AGENT: LinkedAgent = {
  slug: 'echo',
  workspaces: undefined,
  webhookHosts: [],
  timeout: 1000,
  hostAuthor: 'operator',
  headers: () => ['authorization', 'Bearer of-the-gateway'],
  card: async () => failure('not_found', 'There is none.'),
  read: async () => failure('not_found', 'There is none.'),
  find: async (binding, version) => {
    const found = { url: 'https://agent.example/base', binding, version }
    return { found, all: [found] }
  },
  signer: async () => undefined,
}

async function serve(request: Partial<AgentHttpRequest>) {
  const sent: UpstreamRequest[] = []
  const serveAgent = linkAgentServing(
    {
      upstream: (each, receiver) => {
        sent.push(each)
        const body = streamFromBytes([encoder.encode('{"jsonrpc":"2.0","id":1,"result":{}}')])
        receiver.reply({ status: 200, headers: ['content-type', 'application/json'], body })
        return () => {}
      },
      clock: { now: () => 0, monotonic: () => 0, after: () => () => {} },
      hash: () => 'hash',
      turn: () => 0,
      endOfTurn: queueMicrotask,
    },
    1_000_000,
  )
  const { reply } = await serveAgent(AGENT, {
    method: 'POST',
    path: '',
    query: '',
    headers: ['content-type', 'application/json', 'a2a-version', '1.0'],
    body: new Uint8Array(0),
    traceContext: {},
    cancellation: createCancellation(),
    pass: Object.assign(
      async (_call: object, run: (rewritten: undefined) => Promise<object>) => {
        await run(undefined)
        return { texts: undefined }
      },
      { readsReplies: false },
    ),
    onBroken: () => {},
    ...request,
  })
  const text = isStream(reply.body) ? '' : decoder.decode(reply.body)
  return { status: reply.status, body: asObject(parseJson(text)), sent }
}

const METHODS = [
  'SendMessage',
  'GetTask',
  'message/send',
  'tasks/get',
  'CreateTaskPushNotificationConfig',
  'x',
]
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom(...METHODS), fc.jsonValue()),
    params: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.string(),
  fc.jsonValue().map(value => JSON.stringify(value)),
  message.map(value => JSON.stringify(value)),
)
const version = fc.oneof(fc.constantFrom('1.0', '0.3', '', '1.0.0'), fc.string())

it('every body of JSON-RPC has a reply of JSON-RPC', async () => {
  await fc.assert(
    fc.asyncProperty(body, version, async (text, named) => {
      const {
        status,
        body: reply,
        sent,
      } = await serve({
        body: encoder.encode(text),
        headers: ['content-type', 'application/json', 'a2a-version', named],
      })
      expect(reply['jsonrpc']).toBe('2.0')
      expect('error' in reply).toBe(sent.length === 0)
      expect([200, 400]).toContain(status)
      for (const each of sent) {
        expect(each.path).toBe('/base')
        expect(asObject(parseJson(decoder.decode(each.body)))).toMatchObject({ jsonrpc: '2.0' })
      }
    }),
  )
})

const segment = fc.oneof(
  fc.constantFrom(
    'message:send',
    'tasks',
    'v1',
    'tenant',
    '1:cancel',
    'pushNotificationConfigs',
    'extendedAgentCard',
  ),
  fc.webSegment(),
)

it('every path of HTTP+JSON stays below the URL of the interface', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('GET', 'POST', 'DELETE'),
      version,
      async (segments, method, named) => {
        const { status, sent } = await serve({
          method,
          path: `/${segments.join('/')}`,
          headers: ['a2a-version', named],
        })
        if (sent.length === 0) expect(status).toBeGreaterThanOrEqual(400)
        for (const each of sent) expect(each.path.startsWith('/base/')).toBe(true)
      },
    ),
  )
})

it('headers of the client that are none of the protocol stay in the gateway', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z][a-z-]{0,20}$/), async name => {
      const { sent } = await serve({
        body: encoder.encode('{"jsonrpc":"2.0","id":1,"method":"SendMessage"}'),
        headers: [name, 'of-the-client', 'content-type', 'application/json', 'a2a-version', '1.0'],
      })
      const passed = (sent[0]?.headers ?? []).includes('of-the-client')
      expect(passed && !['accept', 'a2a-extensions', 'x-a2a-extensions'].includes(name)).toBe(false)
    }),
  )
})
