// Vertex AI through the gateway: regions, projects and which token is sent.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { CHAT } from '../../../support/sample-bodies.ts'
import { chunkings } from '../chunk-boundaries.ts'
import { isRecorded, recordedBytes } from '../recordings.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const email = 'gateway@project-1.iam.gserviceaccount.com'
const account = { type: 'service_account', project_id: 'project-1', client_email: email, private_key: key }

const REPLY = { candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }
const ok = { status: 200, body: REPLY }
const token = { status: 200, body: { access_token: 'google-token', expires_in: 3599 } }
const body = { ...CHAT, model: '@vx/gemini-3.8-flash' }
const PATH = (project: string) =>
  `/v1/projects/${project}/locations/europe-west4/publishers/google/models/gemini-3.8-flash:generateContent`

const authorizationOf = (headers: readonly string[]) => headers[headers.indexOf('authorization') + 1]

test.each<[string, unknown, Readonly<Record<string, string>>]>([
  [
    'an object with references',
    { ...account, private_key: '${env:KEY}', private_key_id: '${env:KEY_ID}' },
    { KEY: key, KEY_ID: 'id-1' },
  ],
  [
    'one reference to the whole',
    '${file:/run/secrets/account.json}',
    { '/run/secrets/account.json': JSON.stringify(account) },
  ],
])('a service account as %s is exchanged once', async (_, cloud3_service_account_json, environment) => {
  const stored = { provider: 'vertex', cloud3_region: 'europe-west4', cloud3_service_account_json }
  const { call, upstream } = createHarness({
    manifest: { providers: { vx: stored } },
    environment,
    script: [token, ok, ok],
  })
  for (const reply of [await call({ body }), await call({ body })])
    expect(reply.json).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
  expect(upstream.sent.map(({ origin, path }) => origin + path)).toEqual([
    'https://oauth2.googleapis.com/token',
    `https://europe-west4-aiplatform.googleapis.com${PATH('project-1')}`,
    `https://europe-west4-aiplatform.googleapis.com${PATH('project-1')}`,
  ])
  expect(authorizationOf(upstream.sent[2]?.headers ?? [])).toBe('Bearer google-token')
})

test('region and project, with the caller’s access token: in a config and in headers', async () => {
  const settings = { cloud3_region: 'europe-west4', cloud3_project_id: 'p-2' }
  const { call, upstream } = createHarness({
    configs: { vx: { provider: 'vertex', ...settings } },
    script: [ok, ok],
  })
  const authorization = 'Bearer ya29.token'
  const asked = { ...CHAT, model: 'gemini-3.8-flash' }
  await call({ headers: { 'x-gateway-config': 'vx', authorization }, body: asked })
  await call({
    headers: {
      'x-gateway-provider': 'cloud3',
      'x-gateway-cloud3-region': 'europe-west4',
      'x-gateway-cloud3-project-id': 'p-2',
      authorization,
    },
    body: asked,
  })
  for (const { path, headers } of upstream.sent) {
    expect(path).toBe(PATH('p-2'))
    expect(authorizationOf(headers)).toBe(authorization)
  }
  expect(upstream.sent).toHaveLength(2)
})

test('an access token of the config, and the account of the machine', async () => {
  const settings = { provider: 'vertex', cloud3_region: 'europe-west4', cloud3_project_id: 'p-3' }
  const { call, upstream } = createHarness({
    manifest: {
      providers: {
        vx: { ...settings, api_key: '${env:TOKEN}' },
        machine: { ...settings, cloud3_attached_account: 'default' },
      },
    },
    environment: { TOKEN: 'ya29.own' },
    script: [ok, token, ok],
  })
  await call({ body })
  await call({ body: { ...CHAT, model: '@machine/gemini-3.8-flash' } })
  expect(authorizationOf(upstream.sent[0]?.headers ?? [])).toBe('Bearer ya29.own')
  expect(upstream.sent[1]).toMatchObject({
    origin: 'http://metadata.google.internal',
    path: '/computeMetadata/v1/instance/service-accounts/default/token',
  })
  expect(authorizationOf(upstream.sent[2]?.headers ?? [])).toBe('Bearer google-token')
})

test('a region in a request does not redirect stored credentials', async () => {
  const stored = {
    provider: 'vertex',
    cloud3_region: 'europe-west4',
    cloud3_project_id: 'p',
    api_key: '${env:TOKEN}',
  }
  const { call, upstream } = createHarness({
    manifest: { providers: { vx: stored } },
    environment: { TOKEN: 't' },
  })
  const config = JSON.stringify({ provider: '@vx', cloud3_region: 'us-central1' })
  const reply = await call({ headers: { 'x-gateway-config': config }, body })
  expect(reply).toMatchObject({ status: 400, json: { error: { code: 'invalid_config' } } })
  expect(reply.text).toContain('may not be sent to https://us-central1-aiplatform.googleapis.com')
  expect(upstream.sent).toEqual([])
})

test('a region allowed by the manifest changes the host and the signature', async () => {
  const stored = {
    provider: 'vertex',
    cloud3_region: 'europe-west4',
    cloud3_project_id: 'p',
    api_key: '${env:TOKEN}',
    allowed_hosts: ['us-central1-aiplatform.googleapis.com'],
  }
  const { call, upstream } = createHarness({
    manifest: { providers: { vx: stored } },
    configs: { us: { provider: '@vx', cloud3_region: 'us-central1' } },
    environment: { TOKEN: 't' },
    script: [ok],
  })
  await call({ headers: { 'x-gateway-config': 'us' }, body: { ...CHAT, model: 'gemini-3.8-flash' } })
  expect(upstream.sent[0]).toMatchObject({
    origin: 'https://us-central1-aiplatform.googleapis.com',
    path: PATH('p').replace('europe-west4', 'us-central1'),
  })
})

const MID = 'google-vertex/stream-generate-content/firebase-streaming-failure-error-mid-stream/stream.txt'
test('a bare JSON error between events ends the stream, at any chunk boundaries', async ctx => {
  if (!isRecorded(MID)) ctx.skip('No recordings beside the repository.')
  const stored = {
    provider: 'vertex',
    cloud3_region: 'europe-west4',
    cloud3_project_id: 'p',
    api_key: '${env:TOKEN}',
  }
  const seen = new Set<string>()
  for (const cut of Object.values(chunkings)) {
    const events = cut(recordedBytes(MID)).map(piece => Buffer.from(piece).toString('latin1'))
    const { call } = createHarness({
      manifest: { providers: { vx: stored } },
      environment: { TOKEN: 't' },
      script: [{ events }],
    })
    const reply = await call({ body: { ...body, stream: true } })
    seen.add(reply.text)
    expect(reply.events.at(-1)).toContain('The operation was cancelled.')
    expect(reply.events).not.toContain('[DONE]')
  }
  expect(seen.size).toBe(1)
})
