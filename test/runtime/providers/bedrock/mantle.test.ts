// Bedrock Mantle: bodies pass byte for byte, including recordings.
import { expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { areRecorded, isRecorded, recordedFolders, recordedJson, recordedText } from '../recordings.ts'

const stored = { provider: 'bedrock-mantle', cloud1_region: 'us-east-1' }
const manifest = {
  // Recordings have the model as it was served.
  reply_model: 'served',
  providers: {
    key: { ...stored, api_key: '${env:KEY}' },
    pair: { ...stored, cloud1_access_key_id: '${env:ID}', cloud1_secret_access_key: '${env:SECRET}' },
  },
}
const environment = { KEY: 'k', ID: 'AKIDEXAMPLE', SECRET: 'secret' }
const authorization = (headers: readonly string[] = []) => headers[headers.indexOf('authorization') + 1]

const recorded = ['chat-completions', 'responses'].flatMap(route =>
  recordedFolders(`aws-bedrock-mantle/${route}`).map(
    name => [`/${route.replace('-', '/')}`, `aws-bedrock-mantle/${route}/${name}`] as const,
  ),
)

test('the recordings are present, or the suite reports it', ctx => {
  if (!areRecorded) ctx.skip('No recordings beside the repository.')
  expect(recorded).toHaveLength(2)
})

test.each(recorded)('%s as recorded in %s', async (path, folder) => {
  const { url } = recordedJson(`${folder}/meta.json`) as { url: string }
  const isStream = isRecorded(`${folder}/stream.txt`)
  const text = recordedText(`${folder}/${isStream ? 'stream.txt' : 'response.json'}`)
  const { call, upstream } = createHarness({
    manifest,
    configs: { key: { provider: '@key' }, pair: { provider: '@pair' } },
    environment,
    script: Array.from({ length: 2 }, () => (isStream ? { events: [text] } : { status: 200, text })),
  })
  const body = recordedText(`${folder}/request.json`)
  for (const id of ['key', 'pair'])
    expect((await call({ path, headers: { 'x-gateway-config': id }, body })).text).toBe(text)
  for (const sent of upstream.sent) {
    expect(sent.origin + sent.path).toBe(url)
    expect(sent.text).toBe(body)
  }
  expect(authorization(upstream.sent[0]?.headers)).toBe('Bearer k')
  expect(authorization(upstream.sent[1]?.headers)).toMatch(
    /\/us-east-1\/bedrock-mantle\/aws4_request, SignedHeaders=host;/,
  )
})

const message = { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
const answer = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  content: [{ type: 'text', text: 'Hello' }],
  usage: { input_tokens: 1, output_tokens: 1 },
}

test('messages pass through to Claude, and use the chat translation for other models', async () => {
  const chat = {
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  }
  const script = [
    { status: 200, body: answer },
    { status: 200, body: chat },
  ]
  const { call, upstream } = createHarness({ manifest, environment, script })
  const native = await call({ path: '/messages', body: { ...message, model: '@key/anthropic.claude-x' } })
  expect(native.json).toEqual(answer)
  const translated = await call({ path: '/messages', body: { ...message, model: '@key/qwen.qwen3-32b' } })
  expect(translated.json).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'Hello' }] })
  expect(upstream.sent.map(({ path }) => path)).toEqual(['/anthropic/v1/messages', '/v1/chat/completions'])
  expect(upstream.sent[0]?.json).toEqual({ ...message, model: 'anthropic.claude-x' })
})

test.each([
  ['/models', '/v1/models'],
  ['/responses/resp_1', '/v1/responses/resp_1'],
  ['/openai/v1/models', '/openai/v1/models'],
])('%s is passed through to %s', async (path, at) => {
  const { call, upstream } = createHarness({ manifest, environment, script: [{ status: 200 }] })
  await call({ method: 'GET', path, headers: { 'x-gateway-provider': '@key' } })
  expect(upstream.sent.map(sent => sent.path)).toEqual([at])
})
