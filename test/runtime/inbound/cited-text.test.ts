// Cited text of Bedrock in whole replies: visible in messages and responses, as in chats and streams.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const manifest = {
  providers: { aws: { provider: 'bedrock', api_key: '${env:KEY}', cloud1_region: 'us-east-1' } },
}
const text = (value: string) => ({ text: value })
const cited = { citationsContent: { citations: [{ title: 't' }], content: [text('is '), text('blue')] } }
const body = {
  output: { message: { role: 'assistant', content: [text('The sky '), cited, text('.')] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
}
const ask = async (path: string, request: object) =>
  (
    await createHarness({ manifest, environment: { KEY: 'k' }, script: [{ status: 200, body }] }).call({
      path,
      body: { model: '@aws/anthropic.claude-sonnet-4-5', ...request },
    })
  ).json
const messages = [{ role: 'user', content: 'Which color?' }]
const ANSWER = 'The sky is blue.'

describe('Cited text in a whole reply', () => {
  it('is visible in a chat', async () =>
    expect(await ask('/chat/completions', { messages })).toMatchObject({
      choices: [{ message: { content: ANSWER } }],
    }))

  it('is visible in a message', async () =>
    expect(await ask('/messages', { max_tokens: 9, messages })).toMatchObject({
      content: [{ type: 'text', text: ANSWER }],
    }))

  it('is visible in a response', async () =>
    expect(await ask('/responses', { input: 'Which color?' })).toMatchObject({
      output: [{ type: 'message', content: [{ type: 'output_text', text: ANSWER }] }],
    }))
})
