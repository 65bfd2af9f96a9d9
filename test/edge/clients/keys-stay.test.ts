// A key of the gateway never goes upstream: in headers, their names, the query or the path, over the paths of all clients.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../support/property-seed.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../../support/running-gateway.ts'

const KEY = 'Key-of-the-gateway-7'
let provider: Provider
let gateway: RunningGateway

beforeAll(async () => {
  provider = await runProvider((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"data":[],"choices":[],"content":[],"output":[]}')
  })
  const hash = createHash('sha256').update(KEY).digest('hex')
  const stored = (id: string, base: string): object => ({
    provider: id,
    api_key: '${env:PROVIDER_KEY}',
    custom_host: `${provider.origin}${base}`,
  })
  gateway = await runGateway(
    {
      providers: {
        openai: stored('openai', '/v1'),
        claude: stored('anthropic', '/v1'),
        google: stored('google', '/v1beta'),
        azure: { ...stored('azure', '/openai'), api_version: '2024-10-21' },
      },
      trusted_hosts: ['127.0.0.1'],
      api_keys: [{ id: 'app', hash: `sha256:${hash}`, defaults: { provider: '@google' } }],
    },
    {},
    { PROVIDER_KEY: 'key-of-a-provider' },
  )
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

/** `*` may be a key; each path with the provider that it reaches. */
const PATHS: readonly (readonly [string, string])[] = [
  ['/v1/chat/completions', '@openai'],
  ['/v1/messages', '@claude'],
  ['/v1/files/*', '@claude'],
  ['/v1/other/*', '@openai'],
  ['/v1/proxy/any/*', '@openai'],
  ['/openai/deployments/*/chat/completions', '@azure'],
  ['/openai/v1/responses/*', '@openai'],
  ['/openai/files/*', '@azure'],
  ['/v1beta/models/*:generateContent', '@google'],
  ['/v1/models/*:countTokens', '@google'],
  ['/v1beta/cachedContents/*', '@google'],
  ['/openai/v1/files/*', '@openai'],
  ['/anthropic/v1/files/*', '@claude'],
  ['/anthropic/v1/messages', '@claude'],
  ['/google/v1/models/*:generateContent', '@google'],
  ['/google/v1beta/files/*', '@google'],
  ['/azure/openai/deployments/*/chat/completions', '@azure'],
  ['/p/openai/v1/other/*', '@openai'],
  ['/p/claude/v1/messages', '@claude'],
  ['/p/google/v1beta/cachedContents/*', '@google'],
  ['/chat/completions', '@openai'],
  ['/files/*', '@openai'],
]

const written = fc.constantFrom(KEY, encodeURIComponent(KEY), KEY.replace('-', '%2d'), `%4bey${KEY.slice(3)}`)
const CREDENTIALS = [
  'x-goog-api-key',
  'api-key',
  'x-api-key',
  'authorization',
  'x-gateway-api-key',
  'xi-api-key',
  '?key=',
]
const arbitraryRequest = fc.record({
  path: fc.constantFrom(...PATHS),
  segment: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('a', 'b-1', '%40openai%2Fx') }, written),
  credential: fc.constantFrom(...CREDENTIALS),
  query: fc.option(fc.tuple(fc.constantFrom('key', 'api-key', 'x', 'api-version'), written)),
  header: fc.option(
    fc.constantFrom(
      ['x-other', KEY],
      ['x-other', `a ${KEY} b`],
      ['cookie', KEY],
      ['anthropic-beta', KEY],
      ['anthropic-user-profile-id', KEY],
      ['api-key', KEY],
      [KEY, '1'],
      [`x-${KEY}`, '1'],
      ['x-gateway-forward-headers', KEY],
      ['x-gateway-forward-headers', 'x-goog-api-key, x-api-key, authorization, x-other'],
    ),
  ),
  anthropic: fc.boolean(),
  method: fc.constantFrom('POST', 'GET'),
})
type Arbitrary = typeof arbitraryRequest extends fc.Arbitrary<infer T> ? T : never

function toRequest({ path, segment, credential, query, header, anthropic }: Arbitrary) {
  const pairs = [
    ...(credential === '?key=' ? [`key=${KEY}`] : []),
    ...(query === null ? [] : [`${query[0]}=${query[1]}`]),
  ]
  const headers: [string, string][] = [
    ['host', '127.0.0.1'],
    ['content-type', 'application/json'],
    ['x-gateway-provider', path[1]],
  ]
  if (credential !== '?key=')
    headers.push([credential, credential === 'authorization' ? `Bearer ${KEY}` : KEY])
  if (anthropic) headers.push(['anthropic-version', '2023-06-01'])
  if (header !== null) headers.push([header[0] ?? '', header[1] ?? ''])
  const url = path[0].replace('*', segment) + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
  return { url, headers: headers.flat() }
}

/** Node's own client sends paths and header names as they are. */
const send = (input: Arbitrary): Promise<number> =>
  new Promise((resolve, reject) => {
    const { url, headers } = toRequest(input)
    const sent = request(
      { host: '127.0.0.1', port: gateway.port, path: url, method: input.method, headers },
      response => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(input.method === 'POST' ? JSON.stringify({ model: 'm', messages: [] }) : '')
  })

const percentDecoded = (text: string): string =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

describe('a key of the gateway', () => {
  it('is in nothing that a provider receives', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async input => {
        const before = provider.received.length
        const status = await send(input)
        statuses.add(status)
        const heads = provider.received.slice(before).map(({ path, headers }) => [path, headers])
        expect(percentDecoded(JSON.stringify(heads)).toLowerCase()).not.toContain(KEY.toLowerCase())
        expect(status).toBeLessThan(500)
      }),
      { numRuns: runs(80) },
    )
    // Both happen: requests that are served without their key, and requests that are refused for it.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401]))
    expect(provider.received.length).toBeGreaterThan(runs(10))
  })

  it.each(PATHS)('is refused in the path %s', async (...path) => {
    const input = { path, segment: KEY, query: null, header: null, anthropic: false, method: 'POST' } as const
    const before = provider.received.length
    const status = await send({ ...input, credential: 'x-gateway-api-key' })
    expect(provider.received.length - before).toBe(status === 200 ? 1 : 0)
    expect(status).toBe(path[0].includes('*') ? 401 : 200)
  })
})
