// Secrets never leave: every place where one comes in gets a value of its own, and none of these values may appear in what the
// gateway tells: its plan, start, log, metrics, health and replies.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Provider, runProvider } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, planFolder, portOf, startProcess } from './gateway-process.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

const canary = (name: string): string => `canary-${name}-Q7x9Zt4LmN2w`

/** Secrets of the operator, by environment variable: they may appear nowhere. */
const STORED = {
  OPENAI_KEY: canary('openai'),
  ANTHROPIC_KEY: canary('anthropic'),
  GOOGLE_KEY: canary('google'),
  AZURE_KEY: canary('azure'),
  AWS_ID: canary('aws-id'),
  AWS_SECRET: canary('aws-secret'),
  AWS_SESSION: canary('aws-session'),
  SERVICE_ACCOUNT: JSON.stringify({
    client_email: 'robot@project.test',
    private_key: canary('private-key'),
    token_uri: 'https://oauth2.googleapis.com/token',
  }),
  HOOK_SECRET: canary('hook'),
  PARTNER_KEY: canary('partner'),
  REDIS_PASSWORD: canary('redis'),
}
/** Secrets of the caller: they may appear in replies to the caller, and nowhere else. */
const CALLER = {
  key: canary('caller-key'),
  query: canary('query'),
  config: canary('inline-config'),
  forwarded: canary('forwarded'),
  metadata: canary('metadata'),
  cookie: canary('cookie'),
  body: canary('body'),
  aws: canary('caller-aws'),
}
const values = (secrets: object): readonly string[] =>
  Object.values(secrets).map(value => /canary-[a-z-]+-Q7x9Zt4LmN2w/.exec(String(value))?.[0] ?? '')

/** What a careless provider says: everything that it was sent, in every form of an error. */
function echo(request: IncomingMessage, response: ServerResponse, sent: Buffer): void {
  const reported = `${JSON.stringify(request.headers)} ${request.url} ${sent.toString('latin1')}`
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-echo': JSON.stringify(request.headers),
    })
    response.end(JSON.stringify(value))
  }
  const [, how] = (request.url ?? '').split('/')
  if (how === 'rejects') return json(401, { error: { message: `Incorrect API key provided: ${reported}` } })
  if (how === 'fails') return json(500, { message: reported, detail: [reported] })
  if (how === 'garbage') {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(`{"broken": ${sent.toString('latin1')}`)
  }
  if (how === 'streams') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n')
    return void response.end(`data: ${JSON.stringify({ error: { message: reported } })}\n\n`)
  }
  if (how === 'moves') {
    response.writeHead(302, { location: `https://elsewhere.test/?${encodeURIComponent(reported)}` })
    return void response.end()
  }
  request.socket.destroy()
}

const WAYS = ['rejects', 'fails', 'garbage', 'streams', 'moves', 'cuts'] as const
const plans = planFolder()
let provider: Provider
let running: GatewayProcess
let port: number
let planText = ''

beforeAll(async () => {
  provider = await runProvider(echo)
  const stored = (way: string) => ({
    [`openai-${way}`]: {
      provider: 'openai',
      api_key: '${env:OPENAI_KEY}',
      custom_host: `${provider.origin}/${way}`,
    },
    [`anthropic-${way}`]: {
      provider: 'anthropic',
      api_key: '${env:ANTHROPIC_KEY}',
      custom_host: `${provider.origin}/${way}`,
    },
    [`google-${way}`]: {
      provider: 'google',
      api_key: '${env:GOOGLE_KEY}',
      custom_host: `${provider.origin}/${way}`,
    },
    [`azure-${way}`]: {
      provider: 'azure',
      api_key: '${env:AZURE_KEY}',
      custom_host: `${provider.origin}/${way}`,
    },
    [`bedrock-${way}`]: {
      provider: 'bedrock',
      cloud1_access_key_id: '${env:AWS_ID}',
      cloud1_secret_access_key: '${env:AWS_SECRET}',
      cloud1_session_token: '${env:AWS_SESSION}',
      cloud1_region: 'us-east-1',
      custom_host: `${provider.origin}/${way}`,
    },
  })
  const path = plans.write({
    manifest: {
      providers: {
        ...Object.assign({}, ...WAYS.map(stored)),
        vertex: {
          provider: 'vertex',
          cloud3_region: 'us-central1',
          cloud3_project_id: 'project',
          cloud3_service_account_json: '${env:SERVICE_ACCOUNT}',
        },
      },
      trusted_hosts: ['127.0.0.1'],
      state: 'redis://gateway:${env:REDIS_PASSWORD}@127.0.0.1:1/0',
      telemetry: { metrics: true },
    },
    configs: {
      hooked: {
        provider: '@openai-rejects',
        input_guardrails: [
          {
            id: 'hook',
            webhook: {
              webhookURL: `${provider.origin}/fails`,
              secret: '${env:HOOK_SECRET}',
              showReason: true,
            },
            'lakera.guard': { apiKey: '${env:PARTNER_KEY}' },
          },
        ],
      },
      cached: { provider: '@openai-fails', cache: { mode: 'simple' } },
      breaker: {
        provider: '@anthropic-cuts',
        cb_config: { failure_threshold: 1, cooldown_interval: 30_000 },
      },
    },
  })
  planText = readFileSync(path, 'utf8')
  running = startProcess([path], { environment: STORED })
  port = await portOf(running)
})
afterAll(async () => {
  running.child.kill('SIGKILL')
  await running.ended
  await provider.stop()
  plans.remove()
})

const chat = (model: string, more = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: `my ${CALLER.body}` }], ...more })
const post = (path: string, body: string, headers: readonly string[] = []): string =>
  rawRequest(
    'POST',
    path,
    ['content-type: application/json', 'connection: close', 'x-gateway-request-timeout: 5000', ...headers],
    body,
  )
const claude = (model: string): string =>
  JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] })

const DIALECTS = ['openai', 'anthropic', 'google', 'azure', 'bedrock']
const CALLS: readonly string[] = [
  ...WAYS.flatMap(way =>
    DIALECTS.flatMap(dialect => [
      post('/v1/chat/completions', chat(`@${dialect}-${way}/m`)),
      post('/v1/chat/completions', chat(`@${dialect}-${way}/m`, { stream: true })),
      post('/v1/messages', claude(`@${dialect}-${way}/m`)),
      post('/v1/responses', JSON.stringify({ model: `@${dialect}-${way}/m`, input: 'Hello', store: false })),
      post('/v1/embeddings', JSON.stringify({ model: `@${dialect}-${way}/m`, input: 'Hello' })),
    ]),
  ),
  ...DIALECTS.map(dialect =>
    rawRequest('GET', '/v1/batches', ['connection: close', `x-gateway-provider: @${dialect}-rejects`]),
  ),
  post('/v1/chat/completions', chat('@vertex/gemini-3.1-pro-preview')),
  ...['hooked', 'cached', 'breaker', 'unknown'].map(config =>
    post('/v1/chat/completions', chat('m'), [`x-gateway-config: ${config}`]),
  ),
  post(`/v1/chat/completions?key=${CALLER.query}`, chat('gpt-6-sol'), [
    `x-gateway-config: ${JSON.stringify({ provider: 'openai', api_key: CALLER.config, custom_host: 'http://127.0.0.1:1/v1' })}`,
    `x-gateway-metadata: ${JSON.stringify({ token: CALLER.metadata, plan: 'free' })}`,
    `cookie: session=${CALLER.cookie}`,
    `x-custom: ${CALLER.forwarded}`,
    'x-gateway-forward-headers: x-custom',
  ]),
  post('/v1/chat/completions', chat('m'), [
    'x-gateway-provider: bedrock',
    'x-gateway-cloud1-region: nowhere',
    `x-gateway-cloud1-secret-access-key: ${CALLER.aws}`,
    `x-gateway-cloud1-access-key-id: ${CALLER.aws}`,
  ]),
  post('/v1/chat/completions', `{"broken ${CALLER.body}`, [
    `authorization: Bearer ${CALLER.key}`,
    'x-gateway-provider: openai',
  ]),
  post('/v1/nothing', CALLER.body, [`authorization: Bearer ${CALLER.key}`]),
  post('/v1/chat/completions', chat('m'), [
    `x-gateway-config: {"provider":"openai","api_key":"${CALLER.config}`,
  ]),
]

test('No secret of the operator appears in a plan, a log, metrics, health or a reply, and none of a caller outside of its reply', async () => {
  const replies = await Promise.all(CALLS.map(call => exchangeRaw(port, call)))
  expect(replies.every(reply => reply.startsWith('HTTP/1.1 '))).toBe(true)
  expect(new Set(replies.map(reply => reply.slice(9, 12))).size).toBeGreaterThan(3)
  const reported = await Promise.all(
    ['/metrics', '/healthz', '/readyz', '/'].map(path =>
      exchangeRaw(port, rawRequest('GET', path, ['connection: close'])),
    ),
  )
  await until(() => running.stdout().split('\n').length > CALLS.length)
  const inside = [planText, running.stdout(), running.stderr(), ...reported].join('\n')
  const found = (text: string, secrets: object): readonly string[] =>
    values(secrets).filter(secret => text.includes(secret))
  expect(found(inside, { ...STORED, ...CALLER })).toEqual([])
  const leaks = replies.flatMap((reply, index) =>
    found(reply, STORED).map(secret => `${secret} in reply to ${CALLS[index]?.slice(0, 300)}`),
  )
  expect(leaks).toEqual([])
})

test('A secret that cannot be used is not told at the start either', async () => {
  const path = plans.write(
    {
      manifest: {
        providers: {
          vertex: {
            provider: 'vertex',
            cloud3_region: 'us-central1',
            cloud3_service_account_json: '${env:SERVICE_ACCOUNT}',
          },
        },
        state: '${env:STATE}',
      },
    },
    'unusable.plan.json',
  )
  const environment = {
    SERVICE_ACCOUNT: `{${canary('broken-account')}`,
    STATE: `redis:/${canary('broken-url')}`,
  }
  const refused = startProcess([path], { environment })
  await until(() => refused.child.exitCode !== null || /http/.test(refused.stderr()))
  refused.child.kill('SIGKILL')
  await refused.ended
  expect(refused.stderr()).not.toBe('')
  expect(values(environment).filter(secret => refused.stderr().includes(secret))).toEqual([])
})
