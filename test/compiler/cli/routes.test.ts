// `portolan routes`: the paths at which a gateway serves a project, and the names of entrances.
import { describe, expect, it } from 'vitest'
import { ENTRANCE, servedUrlOf } from '../../../runtime/http/request-head.ts'
import { isHealth } from '../../../runtime/http/server-routes.ts'
import { entranceAliases, entrances } from '../../../schemas/generated/entrances.ts'
import { reservedResources } from '../../../schemas/generated/facts.ts'
import { readOtherPaths } from '../../../schemas/sources.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FILES = {
  'gateway.yaml': `providers:
  openai: { provider: openai, api_key: "\${env:KEY}" }
  claude: { provider: anthropic, api_key: "\${env:KEY}" }
  spare: { provider: anthropic, api_key: "\${env:KEY}" }
  azure: { provider: azure, custom_host: "https://own.example/openai", api_key: "\${env:KEY}", api_version: "2024-10-21" }
mcp: { servers: { tools: { url: "https://tools.example/mcp" } } }
telemetry: { metrics: true }
`,
}

const run = (args: readonly string[]) => portolan(['routes', ...args], temporaryFolder(FILES), {})

describe('the routes of a project', () => {
  it('are listed with what they lead to, and the base URLs of SDKs', async () => {
    const { out, code } = await run([])
    expect(code).toBe(0)
    expect(out.split('\n').map(line => line.trimEnd().replace(/ {2,}/g, ' | '))).toEqual([
      'path | leads to | base URL of',
      expect.stringMatching(/^\/v1 \| every provider, by the model \| \/: anthropic, .*; \/v1: .*\bopenai\b/),
      '/anthropic | several: name one of @claude, @spare, or use /p/SLUG | /anthropic: anthropic',
      '/azure | @azure | /azure: azure-openai',
      '/openai | @openai | /openai/v1: openai',
      '/p/openai | @openai (openai)',
      '/p/claude | @claude (anthropic)',
      '/p/spare | @spare (anthropic)',
      '/p/azure | @azure (azure)',
      '/mcp/tools | an MCP server',
      '/healthz, /readyz | health checks',
      '/metrics | metrics for Prometheus',
      '',
    ])
  })

  it('are printed as JSON, with the slug where a request need not name one', async () => {
    const { out } = await run(['--format', 'json'])
    const routes = JSON.parse(out) as readonly {
      path: string
      slug?: string
      kind: string
      leads_to: string
    }[]
    expect(routes.find(({ path }) => path === '/openai')).toMatchObject({ slug: 'openai', kind: 'entrance' })
    expect(routes.find(({ path }) => path === '/anthropic')?.slug).toBeUndefined()
  })

  it('of a project with errors are not listed, which it says', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': 'providers: { main: { provider: opnai } }\n' })
    const { code, out, complaints } = await portolan(['routes'], folder, {})
    expect([code, out, complaints]).toEqual([1, '', 'The project has errors: "portolan check" shows them.\n'])
  })

  it.each([[['a', 'b']], [['--format', 'xml']]])('%j is a usage error', async args => {
    expect((await run(args)).code).toBe(64)
  })
})

describe('the name of an entrance', () => {
  const names = ['p', ...Object.keys(entrances), ...Object.keys(entranceAliases)]

  it('is none of the paths of the gateway, of saved resources, MCP, agents and the process', () => {
    const own = [...readOtherPaths().map(({ path }) => path.replace(/^\w+ /, '')), '/v2', '/scim', '/chat']
      .map(path => path.split(/[/,]/)[1] ?? '')
      .filter(name => !['openai', '{vendor}', 'p', ''].includes(name))
    expect(own).toEqual(expect.arrayContaining(['v1', 'mcp', 'agents', 'healthz', 'metrics', 'model']))
    expect(names.filter(name => own.includes(name))).toEqual([])
    const saved = reservedResources.map(({ pattern }) => pattern.split('/')[1])
    expect(names.filter(name => saved.includes(name))).toEqual([])
  })

  it('is one that the server takes for an entrance, and for nothing else', () => {
    for (const name of names) {
      expect(ENTRANCE.test(`/${name}/v1/x`), name).toBe(true)
      expect(isHealth(`/${name}`), name).toBe(false)
      if (name !== 'openai') expect(servedUrlOf(`/${name}/v1/x`)).toBe(`/${name}/v1/x`)
    }
  })

  it.each([
    '/v1/chat/completions',
    '/v1/files/a',
    '/mcp/tools',
    '/agents/a/',
    '/healthz',
    '/v2/x',
    '/scim/v2/Users',
    '/v1beta/files',
    '/upload/v1beta/files',
  ])('%s pays for none', path => {
    expect(ENTRANCE.test(path)).toBe(false)
  })
})
