// Keys of the gateway as credentials of clients (semantics, section 11): a bearer, `x-api-key`, `api-key` or
// `x-goog-api-key` that is a key of the gateway authenticates the caller and is sent to no provider.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import { runs } from '../../support/property-seed.ts'
import { CHAT } from '../../support/sample-bodies.ts'

const KEY = 'team key/1+2=secret'
const OTHER = 'another-key-of-the-gateway'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const MANIFEST = {
  ...STORED_PROVIDERS,
  api_keys: [
    { id: 'team', hash: `sha256:${sha256(KEY)}`, workspace: 'alpha' },
    { id: 'other', hash: `sha256:${sha256(OTHER)}` },
  ],
}
const STORED = { ...CHAT, model: '@main/gpt-6-sol' }
const OK = { status: 200, body: { choices: [] } }

const send = async (
  headers: Readonly<Record<string, string>>,
  more: { readonly body?: unknown; readonly path?: string; readonly method?: string } = {},
) => {
  const { call, upstream } = createHarness({ manifest: MANIFEST, script: [OK, OK] })
  const reply = await call({ body: STORED, headers, ...more })
  const code = (reply.json as { error?: { code?: string } } | undefined)?.error?.code
  return { status: reply.status, code, text: reply.text, sent: upstream.sent }
}

describe('A gateway key as the credential of a client', () => {
  it.each([
    ['authorization', `Bearer ${KEY}`],
    ['authorization', `bearer ${KEY}`],
    ['x-api-key', KEY],
    ['api-key', KEY],
    ['x-goog-api-key', KEY],
  ])('counts in %s: %s', async (name, value) => {
    const { status, sent } = await send({ [name]: value })
    expect(status).toBe(200)
    expect(sent[0]?.headers).toEqual([
      'content-type',
      'application/json',
      'authorization',
      'Bearer main-key',
      'accept-encoding',
      'identity',
    ])
  })

  it.each([
    ['authorization', `Bearer ${KEY}`],
    ['x-api-key', KEY],
    ['api-key', KEY],
    ['x-goog-api-key', KEY],
  ])('counts for /proxy in %s, and the provider gets its own credential', async (name, value) => {
    const { status, sent } = await send({ [name]: value }, { path: '/proxy/any/path' })
    expect([status, sent[0]?.path]).toEqual([200, '/v1/any/path'])
    expect(sent[0]?.headers.filter((_, index, all) => all[index - 1] === 'authorization')).toEqual([
      'Bearer main-key',
    ])
    expect(JSON.stringify(sent)).not.toContain(KEY)
  })

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['is required', {}, 'missing_api_key'],
    ['must be known', { authorization: 'Bearer sk-unknown' }, 'missing_api_key'],
    [
      'does not replace an invalid x-gateway-api-key',
      { 'x-gateway-api-key': 'wrong', authorization: `Bearer ${KEY}` },
      'invalid_api_key',
    ],
    [
      'is no credential of a provider that is not stored',
      { authorization: `Bearer ${KEY}`, 'x-gateway-provider': 'openai' },
      'missing_api_key',
    ],
    [
      'is not accepted in an inline config',
      {
        authorization: `Bearer ${KEY}`,
        'x-gateway-config': JSON.stringify({ provider: 'openai', api_key: KEY }),
      },
      'invalid_api_key',
    ],
    [
      'is not accepted in an inline config in another spelling',
      {
        authorization: `Bearer ${KEY}`,
        'x-gateway-config': JSON.stringify({ provider: 'openai', api_key: OTHER }).replace(
          'other',
          'o\\u0074her',
        ),
      },
      'invalid_api_key',
    ],
    [
      'is not accepted as a custom host',
      { authorization: `Bearer ${OTHER}`, 'x-gateway-custom-host': `https://example.com/${OTHER}` },
      'invalid_api_key',
    ],
  ])('%s', async (_title, headers, code) => {
    const { status, code: actual, text, sent } = await send(headers)
    expect({ status, code: actual }).toEqual({ status: 401, code })
    expect(sent).toEqual([])
    expect(text).not.toContain(KEY)
  })

  it.each([
    ['x-api-key', 'Bearer ', 'authorization'],
    ['authorization', '', 'x-api-key'],
  ])('leaves the credential of the provider in %s', async (name, scheme, keyHeader) => {
    const { sent } = await send({
      'x-gateway-provider': 'openai',
      [keyHeader]: `${scheme}${KEY}`,
      [name]: 'sk-of-the-provider',
    })
    expect(sent[0]?.headers).toEqual([
      'content-type',
      'application/json',
      'authorization',
      'Bearer sk-of-the-provider',
      'accept-encoding',
      'identity',
    ])
  })
})

/** Where a client may repeat a key. */
const PLACES = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'x-own', 'x-note', 'user-agent']
const spelled = (key: string) => fc.constantFrom(key, `Bearer ${key}`, `note: ${key}; end`)
const place = fc.constantFrom(...PLACES)
const headersWithKeys = fc
  .tuple(
    fc.constantFrom('x-gateway-api-key', 'authorization', 'x-api-key', 'api-key', 'x-goog-api-key'),
    fc.dictionary(place, spelled(KEY), { noNullPrototype: true }),
    fc.dictionary(fc.constantFrom('authorization', 'x-api-key', 'api-key'), fc.constant(OTHER), {
      noNullPrototype: true,
    }),
  )
  .map(([name, repeated, others]) => ({ ...repeated, ...others, [name]: KEY }))
const query = fc.constantFrom(
  '',
  `?key=${encodeURIComponent(KEY)}`,
  `?a=1&api_key=${OTHER}&b=2`,
  `?a=${encodeURIComponent(`x${KEY}y`)}`,
  `?${encodeURIComponent(KEY)}`,
)
const CONFIG = JSON.stringify({
  retry: { attempts: 2 },
  strategy: { mode: 'fallback' },
  forward_headers: PLACES.slice(4),
  targets: [{ provider: '@main' }, { provider: 'openai', api_key: 'sk-own' }, { provider: '@claude' }],
})
const route = fc.constantFrom(
  { path: '/chat/completions', headers: {}, body: STORED },
  { path: '/chat/completions', headers: { 'x-gateway-config': CONFIG }, body: CHAT },
  { path: '/chat/completions', headers: { 'x-gateway-provider': 'openai' }, body: CHAT },
  { path: '/messages', headers: { 'x-gateway-provider': '@claude' }, body: { ...CHAT, max_tokens: 5 } },
  { path: '/some/path', headers: { 'x-gateway-provider': '@main' }, body: CHAT },
  { path: '/proxy/chat/completions', headers: { 'x-gateway-provider': 'openai' }, body: CHAT },
  { path: '/files', headers: { 'x-gateway-provider': '@main' }, body: undefined, method: 'GET' },
)
const forward = fc
  .subarray(PLACES)
  .map(
    (names): Record<string, string> =>
      names.length === 0 ? {} : { 'x-gateway-forward-headers': names.join(',') },
  )

describe('A gateway key', () => {
  it('is not the name of a session in the log', async () => {
    const { call } = createHarness({ manifest: MANIFEST, script: [OK, OK] })
    const sessionOf = async (name: string) =>
      (
        await call({
          body: STORED,
          headers: { authorization: `Bearer ${KEY}`, session_id: name },
        })
      ).outcome?.record.session
    expect([await sessionOf('thread-1'), await sessionOf(KEY)]).toEqual(['thread-1', undefined])
  })

  it('reaches no provider: in no header, query or forwarded name, nor by retries, fallbacks and pass-through', async () => {
    await fc.assert(
      fc.asyncProperty(headersWithKeys, query, route, forward, async (keys, search, to, forwarded) => {
        const { call, upstream, clock } = createHarness({
          manifest: MANIFEST,
          script: Array.from({ length: 9 }, () => ({ status: 500 })),
        })
        const reply = call({
          ...to,
          path: to.path + search,
          headers: { ...keys, ...to.headers, ...forwarded },
        })
        // The config of a header is compiled in the next turn of the event loop.
        await new Promise(setImmediate)
        for (let wait = 0; wait < 9; wait += 1) await clock.advance(10_000)
        await reply
        for (const { path, headers } of upstream.sent)
          for (const key of [KEY, OTHER])
            for (const text of [path, decodeURIComponent(path), ...headers]) expect(text).not.toContain(key)
      }),
      { numRuns: runs(60) },
    )
  })
})
