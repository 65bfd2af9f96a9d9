// The paths of the vendors' own clients that the gateway has too: each is decided, and such a call reaches who it is for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHARED_PATHS } from '../../../runtime/gateway/reserved-resources.ts'
import { controlRoutes } from '../../../schemas/generated/control-routes.ts'
import { reservedResources } from '../../../schemas/generated/facts.ts'
import { createHarness } from '../../support/harness.ts'

const rootOf = (path: string): string => path.replace(/^\/v1\//, '/').split('/')[1] ?? ''

/** The first segments of all paths in the sources of a client. */
function rootsOf(name: string): ReadonlySet<string> {
  const folder = join(import.meta.dirname, '../../../node_modules', name, 'resources')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.mjs'),
  )
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8'))
  const paths = texts.flatMap(text =>
    [...text.matchAll(/(?:path`|\(')(\/[a-z][^`'?]*)/g)].map(([, path = '']) => path),
  )
  return new Set(paths.map(rootOf))
}

const OWN = new Set(
  [...controlRoutes.map(({ path }) => path), ...reservedResources.map(({ pattern }) => pattern)].map(rootOf),
)

it.each([
  ['openai', 50, []],
  ['@anthropic-ai/sdk', 10, ['deployments']],
] as const)('the client %s shares no path that is not decided', (name, least, shared) => {
  const roots = rootsOf(name)
  expect(roots.size).toBeGreaterThan(least / 3)
  expect([...roots].filter(root => OWN.has(root))).toEqual(shared)
  for (const root of shared) expect(SHARED_PATHS.map(each => each.root)).toContain(root)
})

const CALLS = [
  ['POST', '/deployments'],
  ['GET', '/deployments/dep_1'],
  ['POST', '/deployments/dep_1'],
  ...['archive', 'pause', 'run', 'unpause'].map(verb => ['POST', `/deployments/dep_1/${verb}`] as const),
] as const

async function call(method: string, path: string, headers: Readonly<Record<string, string>>) {
  const here = createHarness({
    manifest: {
      providers: {
        claude: { provider: 'anthropic', api_key: '${env:KEY}' },
        other: { provider: 'openai', api_key: '${env:KEY}' },
      },
    },
    environment: { KEY: 'k' },
    script: [{ status: 200, body: { id: 'dep_1' } }],
  })
  const reply = await here.call({ method, path, headers, ...(method === 'POST' && { body: {} }) })
  return { status: reply.status, sent: here.upstream.sent.map(({ path: sentPath }) => sentPath) }
}

describe.each(CALLS)('%s %s', (method, path) => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['a client of the dialect', { 'anthropic-version': '2023-06-01', 'x-gateway-provider': '@claude' }],
    ['a caller who names the provider by its slug', { 'x-gateway-provider': '@claude' }],
    ['a caller who names it by the virtual key', { 'x-gateway-virtual-key': 'claude' }],
  ])('reaches the provider for %s', async (_, headers) => {
    expect(await call(method, path, headers)).toEqual({ status: 200, sent: [`/v1${path}`] })
  })

  it('is the gateway’s for everybody else, also with a key in the header of the dialect', async () => {
    for (const headers of [{}, { 'x-api-key': 'k' }, { 'x-gateway-provider': '@other' }]) {
      const { status, sent } = await call(method, path, headers)
      expect([status, sent]).toEqual([501, []])
    }
  })

  it('reaches any provider below /proxy', async () => {
    const { sent } = await call(method, `/proxy${path}`, { 'x-gateway-provider': '@other' })
    expect(sent).toEqual([`/v1${path}`])
  })
})

it('names that only begin alike are nobody’s', async () => {
  const { sent } = await call('GET', '/deployments-of-mine', { 'x-gateway-provider': '@other' })
  expect(sent).toEqual(['/v1/deployments-of-mine'])
})
