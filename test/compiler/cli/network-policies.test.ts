// `portolan analyse --only flows --format hosts | squid | cilium`: what was proved, as the policy of a network.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { expectGolden } from '../../support/golden.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const GOLDENS = join(ROOT, 'test/compiler/analyse/networks')

/** Every kind of thing that the gateway connects to. */
const MANIFEST = `custom_hosts: false
inline_configs: false
api_keys: [{ id: app, hash: "sha256:${'0'.repeat(64)}" }]
providers:
  openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  own: { provider: openai, api_key: "\${env:OWN_KEY}", custom_host: "http://gpu:8000/v1" }
  address: { provider: openai, api_key: "\${env:OWN_KEY}", custom_host: "https://203.0.113.7:8443/v1" }
trusted_hosts: ["gpu:8000", "collector:4318", "203.0.113.7:8443"]
public_url: https://ai.example
state: redis://cache.example:6380
store: "postgres://portolan:\${env:DB_PASSWORD}@db.example/portolan"
sign_in: { issuer: "https://login.example", audience: portolan, jwks_url: "https://keys.example/jwks" }
telemetry:
  otlp: { endpoint: "http://collector:4318" }
  log_http: { url: "https://logs.example/portolan" }
mcp:
  servers:
    tickets:
      url: https://tickets.example/mcp
      auth: { type: client_credentials, token_url: "https://tokens.example/token", client_id: a, client_secret: "\${env:MCP_SECRET}" }
agents:
  travel: { card_url: "https://travel.example/.well-known/agent-card.json", webhook_hosts: [hooks.example] }
`
const CONFIG = `strategy: { mode: fallback }
targets: [{ provider: "@openai" }, { provider: "@own" }, { provider: "@address" }]
`

const project = (more = '') =>
  temporaryFolder({ 'gateway.yaml': MANIFEST + more, 'configs/chat.yaml': CONFIG })
const analyse = (folder: string, format: string, only = 'flows') =>
  portolan(['analyse', '.', '--only', only, '--format', format], folder)

describe('The hosts that plans reach', () => {
  it.each(['hosts', 'squid', 'cilium'])('as %s', async format => {
    const { code, out, complaints: err } = await analyse(project(), format)
    expect([code, err]).toEqual([0, ''])
    expectGolden(join(GOLDENS, `${format}.txt`), out)
  })

  it('are, behind a proxy, those that the proxy connects to, and the proxy for the network of the gateway', async () => {
    const folder = project('outbound: { proxy: "http://proxy.example:3128", no_proxy: [logs.example] }\n')
    const squid = (await analyse(folder, 'squid')).out
    expect(squid).toMatch(/dstdomain .*api\.openai\.com/)
    expect(squid).not.toMatch(/logs\.example|proxy\.example|db\.example/)
    const cilium = (await analyse(folder, 'cilium')).out
    expect(cilium).toMatch(/matchName: proxy\.example/)
    expect(cilium).toMatch(/matchName: logs\.example/)
    expect(cilium).toMatch(/matchName: db\.example/)
    expect(cilium).not.toMatch(/matchName: api\.openai\.com/)
  })

  it('are all of those in the flows, as JSON has them', async () => {
    const folder = project()
    const { out } = await analyse(folder, 'json')
    const origins = Array.from(out.matchAll(/"origin": "https?:\/\/([^"/]+)"/g), ([, host]) => host ?? '')
    const listed = (await analyse(folder, 'hosts')).out
    expect(origins.length).toBeGreaterThan(3)
    for (const host of origins) expect(listed).toContain(host)
  })

  it('are a policy that YAML reads', async () => {
    const [document] = parseAllDocuments((await analyse(project(), 'cilium')).out)
    expect(document?.errors).toEqual([])
    expect(document?.toJS()).toMatchObject({ apiVersion: 'cilium.io/v2', kind: 'CiliumNetworkPolicy' })
  })

  it.each(['custom_hosts', 'inline_configs'])('are refused while callers may name hosts (%s)', async name => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST.replace(`${name}: false\n`, ''),
      'configs/chat.yaml': CONFIG,
    })
    const { code, out, complaints: err } = await analyse(folder, 'hosts')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`app and a key of the store may name hosts: set "${name}: false"`)
  })

  it('are a form of one analysis', async () => {
    const { code, complaints: err } = await analyse(project(), 'squid', 'flows,envelope')
    expect(code).toBe(64)
    expect(err).toContain('--format squid is a form of --only flows.')
  })
})
