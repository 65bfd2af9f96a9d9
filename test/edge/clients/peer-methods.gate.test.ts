// Every method of Portkey's Node package, unchanged, at a gateway with a store.
import { Portkey } from 'portkey-ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readUnserved } from '../../../schemas/sources.ts'
import { runPeerGateway } from '../../clients/peer/serve.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import type { Provider, RunningGateway } from '../../support/running-gateway.ts'
import { controlRows, type Made } from './peer-control.ts'
import { type AnyPortkey, INFERENCE, THROWN_BY_PACKAGE } from './peer-inference.ts'

let served: Awaited<ReturnType<typeof runPeerGateway>>
let provider: Provider
let mcp: TestUpstream
let gateway: RunningGateway
let through: AnyPortkey
let manager: AnyPortkey
let direct: AnyPortkey

beforeAll(async () => {
  served = await runPeerGateway()
  ;({ provider, mcp, gateway } = served)
  through = new Portkey({ baseURL: gateway.url, apiKey: 'none', provider: '@openai' })
  manager = new Portkey({ baseURL: gateway.url, apiKey: 'none' })
  direct = new Portkey({ baseURL: `${provider.origin}/v1`, apiKey: 'sk-of-the-provider' })
})
afterAll(() => served.close())

/** What a method resolves to, as values that can be compared. */
async function settle(result: unknown): Promise<unknown> {
  const value = await result
  if (value instanceof Response) return { bytes: await value.text() }
  const { finalChatCompletion, finalResponse, finalRun } = (value ?? {}) as Record<string, unknown>
  const final = finalChatCompletion ?? finalResponse ?? finalRun
  if (typeof final === 'function') return JSON.parse(JSON.stringify(await final.call(value)))
  if (typeof value === 'object' && value !== null && Symbol.asyncIterator in value && !('data' in value)) {
    const items: unknown[] = []
    for await (const item of value as AsyncIterable<unknown>) items.push(item)
    return items
  }
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

async function observe(portkey: AnyPortkey, call: (portkey: AnyPortkey) => unknown) {
  const before = provider.received.length
  const outcome = await settle(call(portkey)).then(
    value => ({ value }),
    (error: Error) => ({ failed: String(error) }),
  )
  const sent = provider.received.slice(before).map(({ method, path, body, headers }) => ({
    request: `${method} ${path}`,
    // Boundaries of forms are random.
    body: /multipart/.test(headers['content-type'] ?? '') ? body.length > 0 : body.toString(),
  }))
  return { outcome, sent }
}

describe('methods that call a provider', () => {
  it.each(Object.entries(INFERENCE))('%s', async (_name, call) => {
    const expected = await observe(direct, call)
    expect(expected.outcome).not.toHaveProperty('failed')
    expect(expected.sent.length).toBeGreaterThan(0)
    expect(await observe(through, call)).toEqual(expected)
  })
  it.each(Object.entries(THROWN_BY_PACKAGE))(
    '%s, which the package breaks itself',
    async (_name, [request, call]) => {
      for (const portkey of [direct, through]) {
        const before = provider.received.length
        expect(() => call(portkey)).toThrow(TypeError)
        await expect
          .poll(() => provider.received.slice(before).map(({ method, path }) => `${method} ${path}`))
          .toEqual([request])
      }
    },
  )
})

const made: Made = {}

// Each needs what those above it have made.
// The provider has no such path: the gateway reads the file.
it('batches.output', async () => {
  const value = await through.batches.output('batch_1')
  expect(JSON.stringify(value)).toContain('bytes')
})

describe('methods that manage saved resources', () => {
  const names = Object.keys(controlRows(''))
  it.each(names)('%s', async name => {
    const row = controlRows(mcp.url)[name]
    const member = new Portkey({ baseURL: gateway.url, apiKey: made['secret'] ?? 'none' })
    const value = JSON.parse(JSON.stringify((await row?.call(manager, made, member)) ?? null))
    expect(value).toMatchObject(row?.reply ?? {})
    if (row?.as !== undefined) made[row.as] = value.id ?? value.feedback_ids[0]
    if (name === 'apiKeys.create') made['secret'] = value.key
  })
})

/** Methods of the objects of the client, by their paths; each object has four that take a path of the caller's. */
function methodsOf(object: object, path = '', seen = new Set<object>()): readonly string[] {
  if (seen.has(object)) return []
  seen.add(object)
  const inherited = isResource(object) ? Object.getOwnPropertyNames(Object.getPrototypeOf(object)) : []
  const own = Object.entries(object).flatMap(([name, value]) =>
    name !== 'client' && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? methodsOf(value, `${path}${name}.`, seen)
      : [],
  )
  return [...inherited.filter(name => name !== 'constructor').map(name => path + name), ...own]
}

/** The client itself has only methods of its base class, and four that take a path. */
const isResource = (object: object): boolean => object.constructor !== Object && 'client' in object

it('has a row for every method of the package', () => {
  const unserved = readUnserved().flatMap(({ node }) => node)
  const rows = [
    ...Object.keys(INFERENCE),
    ...Object.keys(THROWN_BY_PACKAGE),
    ...Object.keys(controlRows('')),
    ...unserved,
    ...LOCAL,
    'batches.output',
  ]
  const generic = ['post', 'get', 'put', 'delete']
  expect([...rows].sort()).toEqual([...new Set([...methodsOf(manager), ...generic])].sort())
})

/** They verify what a provider sends, without a request. */
const LOCAL = ['webhooks.unwarp', 'webhooks.verifySignature']

type Portkeys = Readonly<Record<string, unknown>>

describe('methods that are not served', () => {
  const listed = readUnserved().flatMap(({ node, pattern, reason }) =>
    pattern === undefined ? [] : node.map(name => [name, reason] as const),
  )
  it.each(listed)('%s fails with 501 and the reason', async (name, reason) => {
    const path = name.split('.')
    const resource = path.slice(0, -1).reduce<Portkeys>((object, key) => object[key] as Portkeys, manager)
    const method = resource[path.at(-1) ?? ''] as (body: object) => Promise<unknown>
    const called = method.call(resource, { id: 'x', guardrail_id: 'x', inviteId: 'x' })
    await expect(called).rejects.toMatchObject({ status: 501, message: expect.stringContaining(reason) })
  })
})
