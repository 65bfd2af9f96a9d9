// Every client of a process asks the proxy of `outbound`: the proxy refuses them all, and has been asked for each host.
import { request } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { proxyDouble } from '../support/proxy-double.ts'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'

afterEach(closeAll)

const JSON_TYPE = { 'content-type': 'application/json' }
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Its signature has never been looked at when the keys are asked for. */
const TOKEN = `${part({ alg: 'RS256', kid: 'a' })}.${part({ iss: 'https://issuer.example.com', aud: 'x', exp: 9e9 })}.c2ln`

const call =
  (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  async ({ port }: RunningGateway): Promise<unknown> =>
    await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    })
const chat = (headers: Readonly<Record<string, string>> = {}) =>
  call('/v1/chat/completions', { model: '@main/m', messages: [{ role: 'user', content: 'Hello' }] }, headers)
const upgrade = ({ port }: RunningGateway): Promise<unknown> =>
  new Promise(resolve => {
    request({
      port,
      host: '127.0.0.1',
      path: '/v1/realtime?model=%40main%2Fm',
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    })
      .on('response', resolve)
      .on('error', resolve)
      .end()
  })

const PUBLIC = 'https://gateway.example.com'
const MOCK = { main: { provider: 'mock' } }
const guarded = (check: object) => ({
  providers: MOCK,
  guardrails: { all: { deny: true, ...check } },
  input_guardrails: ['all'],
})

interface Row {
  readonly manifest: object
  readonly act?: (gateway: RunningGateway) => Promise<unknown>
  readonly host: string
}

const ROWS: Readonly<Record<string, Row>> = {
  provider: {
    manifest: { providers: { main: { provider: 'openai', api_key: '${env:KEY}' } } },
    act: chat(),
    host: 'api.openai.com',
  },
  WebSocket: {
    manifest: { providers: { main: { provider: 'openai', api_key: '${env:KEY}' } } },
    act: upgrade,
    host: 'api.openai.com',
  },
  'Entra token': {
    manifest: {
      providers: {
        main: {
          provider: 'azure-openai',
          cloud2_resource_name: 'res',
          cloud2_deployment_id: 'gpt',
          cloud2_entra_tenant_id: 'tenant',
          cloud2_entra_client_id: 'client',
          cloud2_entra_client_secret: '${env:KEY}',
        },
      },
    },
    act: chat(),
    host: 'login.microsoftonline.com',
  },
  'STS credentials': {
    manifest: {
      providers: {
        main: {
          provider: 'bedrock',
          cloud1_access_key_id: '${env:KEY}',
          cloud1_secret_access_key: '${env:KEY}',
          cloud1_region: 'eu-central-1',
          cloud1_assume_role_arn: 'arn:aws:iam::123456789012:role/r',
        },
      },
    },
    act: chat(),
    host: 'sts.eu-central-1.amazonaws.com',
  },
  'webhook of a guard': {
    manifest: guarded({ 'default.webhook': { webhookURL: 'https://hook.example.com/x' } }),
    act: chat(),
    host: 'hook.example.com',
  },
  'keys of a token check': {
    manifest: guarded({
      'default.jwt': { jwksUri: 'https://keys.example.com/k', algorithms: ['RS256'], headerKey: 'x-token' },
    }),
    act: chat({ 'x-token': TOKEN }),
    host: 'keys.example.com',
  },
  'keys of an issuer': {
    manifest: {
      providers: MOCK,
      store: 'sqlite::memory:',
      sign_in: { issuer: 'https://issuer.example.com', audience: 'x' },
    },
    act: ({ port }) =>
      fetch(`http://127.0.0.1:${port}/v1/configs`, { headers: { authorization: `Bearer ${TOKEN}` } }),
    host: 'issuer.example.com',
  },
  'MCP server': {
    manifest: { public_url: PUBLIC, mcp: { servers: { one: { url: 'https://mcp.example.com/mcp' } } } },
    act: call(
      '/mcp/one',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { accept: 'application/json, text/event-stream' },
    ),
    host: 'mcp.example.com',
  },
  agent: {
    manifest: { public_url: PUBLIC, agents: { one: { card_url: 'https://agent.example.com/card.json' } } },
    act: ({ port }) => fetch(`http://127.0.0.1:${port}/agents/one/.well-known/agent-card.json`),
    host: 'agent.example.com',
  },
  'secret manager': {
    manifest: {
      providers: MOCK,
      secret_references: {
        one: {
          manager_type: 'hashicorp_vault',
          secret_path: 'kv/data/x',
          auth_config: {
            vault_addr: 'https://vault.example.com',
            vault_auth_type: 'token',
            vault_token: '${env:KEY}',
          },
        },
      },
    },
    host: 'vault.example.com',
  },
  'sink of the log': {
    manifest: { providers: MOCK, telemetry: { log_http: { url: 'https://sink.example.com/in' } } },
    act: chat(),
    host: 'sink.example.com',
  },
  collector: {
    manifest: { providers: MOCK, telemetry: { otlp: { endpoint: 'https://otlp.example.com', traces: 1 } } },
    act: chat(),
    host: 'otlp.example.com',
  },
}

it.each(Object.entries(ROWS))('%s', async (_name, { manifest, act, host }) => {
  const proxy = await proxyDouble()
  const gateway = await runGateway({ outbound: { proxy: proxy.origin }, ...manifest }, {}, { KEY: 'a-key' })
  later(gateway.stop)
  await act?.(gateway)
  await until(() => proxy.asked.includes(`CONNECT ${host}:443`), 20_000)
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}:443`]))
})
