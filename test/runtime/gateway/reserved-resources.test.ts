// Semantics, section 11: reserved routes belong to the gateway. They are never forwarded, for any method, encoding or
// provider; every other path passes, and /proxy passes any.
import { describe, expect, it } from 'vitest'
import { rejectReserved } from '../../../runtime/gateway/reserved-resources.ts'
import { reservedResources } from '../../../schemas/generated/facts.ts'
import { createHarness } from '../../support/harness.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const PATTERNS = reservedResources.map(({ pattern }) => pattern)
const HOST = 'https://llm.example.com'

/** Paths that match a pattern. */
const pathsOf = (pattern: string): readonly string[] => {
  const path = pattern.replaceAll(/\{\w+\}/g, 'an-id')
  const root = path.replace(/\/\.\.\.$/, '')
  return root === path ? [path] : [root, `${root}/`, `${root}/x`, `${root}/x/y/z?a=b`]
}

const PROVIDERS: readonly Readonly<Record<string, string>>[] = [
  { 'x-gateway-provider': '@main' },
  { 'x-gateway-virtual-key': 'main' },
  { 'x-gateway-provider': 'openai', authorization: 'Bearer k' },
  { 'x-gateway-provider': 'openai', 'x-gateway-custom-host': HOST, authorization: 'Bearer k' },
  { 'x-gateway-config': '{"provider":"@main"}' },
  {},
]

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  upgrade = false,
  harness = createHarness({ script: [{ status: 200, body: {} }] }),
) {
  const { call, upstream } = harness
  const reply = await call({ method, path, headers, upgrade, body: { model: '@main/m' } })
  const code = (reply.json as { error?: { code: string } } | undefined)?.error?.code
  return { status: reply.status, code, text: reply.text, sent: upstream.sent }
}

describe('A reserved resource never reaches a provider', () => {
  it.each(PATTERNS)('%s', async pattern => {
    const harness = createHarness({})
    for (const path of pathsOf(pattern))
      for (const method of METHODS)
        for (const headers of PROVIDERS) {
          const { status, code, sent } = await send(method, path, headers, false, harness)
          expect([method, path, status, code, sent]).toEqual([method, path, 501, 'not_implemented', []])
        }
    const { status, sent } = await send(
      'GET',
      pathsOf(pattern)[0] ?? '',
      { 'x-gateway-provider': '@main' },
      true,
      harness,
    )
    expect([status, sent]).toEqual([501, []])
  })

  it.each(['/%70rompts/x', '/prompts%2Fx', '//prompts', '/Prompts/x', '/LOGS', '/v2//mcp-servers/a'])(
    'however %s is written',
    async path => {
      const { status, sent } = await send('GET', path, { 'x-gateway-provider': '@main' })
      expect([status, sent]).toEqual([501, []])
    },
  )

  it.each<readonly [string, string, string]>([
    ['PUT', '/prompts/p1', 'PUT /prompts/{promptId}'],
    ['GET', '/prompts/p1/versions', 'GET /prompts/...'],
    ['GET', '/policies/rate-limits', 'GET /policies/rate-limits'],
    ['DELETE', '/v2/mcp-servers/m/connections', 'DELETE /v2/mcp-servers/{mcpServerId}/connections'],
  ])('%s %s is rejected by its pattern', async (method, path, named) => {
    const { text } = await send(method, path, { 'x-gateway-provider': '@main' })
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'not_implemented', message: `The gateway does not support ${named} yet.` },
    })
  })
})

describe('Every other path passes', () => {
  it.each([
    '/files',
    '/batches',
    '/fine_tuning/jobs',
    '/assistants',
    '/threads/t1/messages',
    '/responses/r1',
    '/models',
    '/vector_stores',
    '/promptsx',
    '/x/prompts',
    '/v2/chat',
    '/organization/projects',
  ])('%s', async path => {
    const { status, sent } = await send('GET', path, { 'x-gateway-provider': '@main' })
    expect([status, sent.map(each => each.path)]).toEqual([200, [`/v1${path}`]])
  })

  it('whatever its percent signs', () => {
    expect(rejectReserved('GET', '/x/%')).toBeUndefined()
    expect(rejectReserved('GET', '/%E2%9C/%zz')).toBeUndefined()
  })
})

describe('/proxy passes any path to the provider', () => {
  it.each(PATTERNS.flatMap(pathsOf))('%s', async path => {
    const { status, sent } = await send('GET', `/proxy${path}`, { 'x-gateway-provider': '@main' })
    expect([status, sent.map(each => each.path)]).toEqual([200, [`/v1${path}`]])
  })

  it('untranslated, without the slug of the model', async () => {
    const { call, upstream } = createHarness({
      manifest: { providers: { claude: { provider: 'anthropic', api_key: '${env:CLAUDE_KEY}' } } },
      script: [{ status: 200, body: { anything: true } }],
    })
    const reply = await call({ path: '/proxy/chat/completions', body: { model: '@claude/c', odd: 1 } })
    expect([reply.status, reply.json]).toEqual([200, { anything: true }])
    expect(upstream.sent[0]).toMatchObject({ path: '/v1/chat/completions', json: { model: 'c', odd: 1 } })
  })

  it('the list of models of the provider, not that of the gateway', async () => {
    const { call, upstream } = createHarness({})
    const reply = await call({ method: 'GET', path: '/proxy/models' })
    expect([reply.status, upstream.sent]).toEqual([400, []])
    expect(reply.text).toContain('names no provider')
  })

  it.each(['/proxy/../admin', '/proxy/x/%2e%2e/y'])('except path traversal: %s', async path => {
    const { status, sent } = await send('GET', path, { 'x-gateway-provider': '@main' })
    expect([status, sent]).toEqual([400, []])
  })
})
