// Counting the tokens of messages: Claude's in the body of `invoke`, as recorded; others as a Converse request.
import { expect, test } from 'vitest'
import { countTokens } from '../../../../runtime/providers/bedrock/count-tokens.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText } from '../../../../schemas/values/json.ts'
import { isRecorded, recordedFolders, recordedJson } from '../recordings.ts'
import { context } from './context.ts'

const convert = (model: string, body: JsonObject) =>
  countTokens.request({ model, ...body }, { ...context, model }) as { body?: JsonObject; path?: string }
/** The decoded body. */
function claudeBody(model: string, body: JsonObject): unknown {
  const { input } = convert(model, body).body ?? {}
  return JSON.parse(
    Buffer.from(asText(asObject(asObject(input)['invokeModel'])['body']) ?? '', 'base64').toString(),
  )
}
const body = { system: 'Be brief.', messages: [{ role: 'user', content: 'Grüße' }] }

test('Claude counts native messages, without the inference profile', () => {
  const model = 'us.anthropic.claude-sonnet-4-20250514-v1:0'
  expect(convert(model, body).path).toBe('/model/anthropic.claude-sonnet-4-20250514-v1%3A0/count-tokens')
  expect(claudeBody(model, { ...body, thinking: { type: 'disabled' } })).toEqual({
    ...{ ...body, anthropic_version: 'bedrock-2023-05-31', max_tokens: 1, thinking: { type: 'disabled' } },
  })
})

const [name] = recordedFolders('aws-bedrock/count-tokens')
const at = `aws-bedrock/count-tokens/${name}`
test('the request equals the recorded one, except for fields that the client omitted', ctx => {
  if (!isRecorded(at)) ctx.skip('No recordings beside the repository.')
  const { model } = recordedJson(`${at}/meta.json`) as { model: string }
  const { input } = recordedJson(`${at}/request.json`) as { input: { invokeModel: { body: string } } }
  const sent = JSON.parse(Buffer.from(input.invokeModel.body, 'base64').toString()) as JsonObject
  const { anthropic_version: _, ...message } = sent
  expect(claudeBody(model, message)).toEqual(sent)
})

test('other models count a Converse', () => {
  expect(convert('us.amazon.nova-2-lite-v1:0', body)).toEqual({
    body: {
      input: {
        converse: {
          system: [{ text: 'Be brief.' }],
          messages: [{ role: 'user', content: [{ text: 'Grüße' }] }],
        },
      },
    },
    dropped: [],
    path: '/model/amazon.nova-2-lite-v1%3A0/count-tokens',
  })
})

test('media are fetched for Converse; Claude’s native messages are sent unchanged', () => {
  const url = 'https://example.com/cat.png'
  const messages = [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }]
  const links = (model: string) => countTokens.mediaLinks?.({ model, messages }, { ...context, model })
  expect(links('us.amazon.nova-2-lite-v1:0')).toEqual([url])
  expect(links('us.anthropic.claude-x-v1:0')).toEqual([])
})

test('the count, or an error without one', () => {
  expect(countTokens.reply({ inputTokens: 7 }, context)).toEqual({ input_tokens: 7 })
  for (const nothing of [null, {}, { inputTokens: 'x' }])
    expect(countTokens.reply(nothing, context)).toMatchObject({ code: 'invalid_upstream_reply' })
})
