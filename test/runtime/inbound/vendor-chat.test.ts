// Chats of inbound APIs for providers that speak the vendor's schema and reject unknown properties.
import { expect, test } from 'vitest'
import { toVendorChat } from '../../../runtime/inbound/vendor-chat.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'

const mark = { cache_control: { type: 'ephemeral' } }
const text = (written: string, more: JsonObject = {}): JsonObject => ({
  type: 'text',
  text: written,
  ...more,
})
const image = { type: 'image_url', image_url: { url: 'https://a/b' } }

test.each<readonly [string, JsonObject, JsonObject]>([
  [
    'what is plain stays',
    { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
    { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  ],
  [
    'marks for the cache go without a word',
    {
      ...mark,
      messages: [
        { role: 'system', content: [text('a', mark), text('b')] },
        { role: 'user', content: [text('c', mark)] },
      ],
      tools: [{ type: 'function', ...mark }],
    },
    {
      messages: [
        { role: 'system', content: [text('a'), text('b')] },
        { role: 'user', content: 'c' },
      ],
      tools: [{ type: 'function' }],
    },
  ],
  [
    'blocks go, and a message that was nothing else',
    {
      messages: [
        { role: 'assistant', content: 'Hi', content_blocks: [{}] },
        { role: 'assistant', content: '', content_blocks: [{}] },
      ],
    },
    { messages: [{ role: 'assistant', content: 'Hi' }] },
  ],
  [
    'what a result holds besides text follows the row of results',
    {
      messages: [
        { role: 'tool', tool_call_id: 'a', content: [text('See'), image] },
        { role: 'tool', tool_call_id: 'b', content: [image] },
        { role: 'user', content: 'And?' },
      ],
    },
    {
      messages: [
        { role: 'tool', tool_call_id: 'a', content: 'See' },
        { role: 'tool', tool_call_id: 'b', content: '' },
        { role: 'user', content: [image, image] },
        { role: 'user', content: 'And?' },
      ],
    },
  ],
])('%s', (_, given, plain) => expect(toVendorChat(given)).toEqual({ body: plain, dropped: [] }))

test('is_error of a tool result is removed and reported', () => {
  const result = { role: 'tool', tool_call_id: 'a', content: 'no' }
  expect(toVendorChat({ messages: [{ ...result, is_error: true }, result] })).toEqual({
    body: { messages: [result, result] },
    dropped: ['is_error'],
  })
})

test('top_k is dropped and reported', () =>
  expect(toVendorChat({ top_k: 4 })).toEqual({ body: {}, dropped: ['top_k'] }))
