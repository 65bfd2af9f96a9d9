// Semantics, section 9: what makes two requests the same. Nothing crosses workspaces or credentials.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { reply, STREAMED, statuses, stream, USED, WHOLE } from './harness.ts'

const KEYS = ['one', 'two', 'three'].map((name, index) => ({
  id: name,
  hash: `sha256:${createHash('sha256').update(name).digest('hex')}`,
  workspace: index === 2 ? 'beta' : 'alpha',
}))
const MANIFEST = {
  providers: {
    main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
    other: { provider: 'openai', api_key: '${env:CLAUDE_KEY}' },
    organised: { provider: 'openai', api_key: '${env:MAIN_KEY}', vendor_organization: 'org' },
    here: { provider: 'openai', api_key: '${env:MAIN_KEY}', custom_host: 'https://example.com/a/v1' },
    there: { provider: 'openai', api_key: '${env:MAIN_KEY}', custom_host: 'https://example.com/b/v1' },
  },
  api_keys: KEYS,
}

type Row = readonly [title: string, headers: object, body?: object, path?: string]
const rows = (...list: readonly Row[]) =>
  list.map(
    ([title, headers, body = WHOLE, path = '/chat/completions']) => [title, headers, body, path] as const,
  )

describe('The cache key', () => {
  const open = {
    passthrough: true,
    cache: { mode: 'simple' },
    forward_headers: ['x-tenant', 'x-tenant-token'],
  }
  const first = { headers: { 'x-gateway-api-key': 'one', 'x-gateway-provider': '@main' }, body: WHOLE }
  /** The cache status of a request after the first one. */
  const asAfterTheFirst = async (headers: object, body: object, path = '/chat/completions') => {
    const stage = createHarness({
      manifest: MANIFEST,
      configs: { c: open },
      script: [reply('a'), reply('b')],
    })
    await stage.call({ ...first, headers: { ...USED, ...first.headers } })
    const { outcome } = await stage.call({ headers: { ...USED, ...first.headers, ...headers }, body, path })
    return [outcome?.reply.cache, stage.upstream.sent.length]
  }

  it.each(
    rows(
      ['another workspace', { 'x-gateway-api-key': 'three' }],
      ['another credential', { 'x-gateway-provider': '@other' }],
      ['another account of the same credential', { 'x-gateway-provider': '@organised' }],
      ['another host', { 'x-gateway-provider': '@here' }],
      ['other metadata', { 'x-gateway-metadata': '{"user":"b"}' }],
      ['a namespace', { 'x-gateway-cache-namespace': 'n' }],
      ['a forwarded header', { 'x-tenant': 't' }],
      ['replies beyond the schema', { 'x-gateway-strict-vendor-compliance': 'false' }],
      ['another message', {}, { ...WHOLE, messages: [{ role: 'user', content: '' }] }],
      ['another parameter', {}, { ...WHOLE, temperature: 0 }],
      ['a parameter of null', {}, { ...WHOLE, user: null }],
      ['another endpoint', {}, WHOLE, '/moderations'],
    ),
  )('not %s', async (_title, headers, body, path) => {
    expect(await asAfterTheFirst(headers, body, path)).toEqual(['MISS', 2])
  })

  it.each(
    rows(
      ['another key of the same workspace', { 'x-gateway-api-key': 'two' }],
      ['another order of keys', {}, { messages: [], model: 'm' }],
      ['a stream', {}, STREAMED],
      ['stream: false', {}, { stream: false, ...WHOLE }],
      ['another trace', { 'x-gateway-trace-id': 'mine' }],
      ['a header that is not forwarded', { 'x-other': 't' }],
      ['empty metadata', { 'x-gateway-metadata': '{}' }],
    ),
  )('%s', async (_title, headers, body) => {
    expect(await asAfterTheFirst(headers, body)).toEqual(['HIT', 1])
  })

  it('of a namespace ignores metadata and other headers, but no forwarded credential', async () => {
    const stage = createHarness({
      manifest: MANIFEST,
      configs: { c: open },
      script: [reply('a'), reply('b'), reply('c'), reply('d')],
    })
    const ask = async (headers: object) => {
      const { outcome } = await stage.call({ ...first, headers: { ...USED, ...first.headers, ...headers } })
      return outcome?.reply.cache
    }
    const space = { 'x-gateway-cache-namespace': 'n' }
    expect([
      await ask({ ...space, 'x-tenant': 'a' }),
      await ask({ ...space, 'x-tenant': 'b', 'x-gateway-metadata': '{"user":"b"}' }),
      await ask({ 'x-gateway-cache-namespace': 'other', 'x-tenant': 'a' }),
      await ask({ ...space, 'x-tenant': 'b', 'x-tenant-token': 't' }),
      await ask({ 'x-tenant': 'a' }),
    ]).toEqual(['MISS', 'HIT', 'MISS', 'MISS', 'MISS'])
  })

  it('two base URLs of one host and one credential are two', async () => {
    const stage = createHarness({
      manifest: MANIFEST,
      configs: { c: open },
      script: [reply('a'), reply('b')],
    })
    const at = (provider: string) => ({
      headers: { 'x-gateway-api-key': 'one', 'x-gateway-provider': provider },
    })
    expect(await statuses(stage, [at('@here'), at('@there')])).toEqual(['MISS', 'MISS'])
  })

  it('a namespace stands for the metadata', async () => {
    const stage = createHarness({
      manifest: MANIFEST,
      configs: { c: open },
      script: [reply('a'), reply('b')],
    })
    const named = (more: object) => ({
      headers: { ...first.headers, 'x-gateway-cache-namespace': 'n', ...more },
    })
    expect(await statuses(stage, [named({}), named({ 'x-gateway-metadata': '{"a":1}' })])).toEqual([
      'MISS',
      'HIT',
    ])
  })

  it('streams and whole replies beyond the schema are two, since they spell it differently', async () => {
    const free = { ...first.headers, 'x-gateway-strict-vendor-compliance': 'false' }
    const stage = createHarness({
      manifest: MANIFEST,
      configs: { c: open },
      script: [stream('a'), reply('b')],
    })
    expect(
      await statuses(stage, [
        { headers: free, body: STREAMED },
        { headers: free, body: WHOLE },
      ]),
    ).toEqual(['MISS', 'MISS'])
  })
})
