// The vendor's client library reads the converted stream.
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { convertChatReply } from '../../../../runtime/inbound/convert-chat-reply.ts'
import { responsesApi } from '../../../../runtime/inbound/responses/responses.ts'
import { streamFromBytes } from '../../../../runtime/values/byte-stream.ts'
import { isStream } from '../../../../runtime/values/call.ts'
import { context } from '../context.ts'
import { streams } from '../sample-chats.ts'

const encoder = new TextEncoder()

/** A client whose only server is the face before a chat of these bytes. */
function clientOf(chat: string): OpenAI {
  const reply = {
    status: 200,
    headers: [],
    body: streamFromBytes([encoder.encode(chat)]),
    target: undefined,
    provider: undefined,
    retries: 0,
    cache: undefined,
  }
  const { body } = convertChatReply(reply, responsesApi, context, { stream: true, record: { attempts: [] } })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  if (isStream(body))
    body.start({ chunk: bytes => void pieces.push(Uint8Array.from(bytes)), end: () => {}, fail: () => {} })
  const fetch = async (): Promise<Response> =>
    new Response(new Blob(pieces).stream(), { headers: { 'content-type': 'text/event-stream' } })
  return new OpenAI({ apiKey: 'none', fetch, maxRetries: 0 })
}

const sse = (events: readonly object[]): string =>
  events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')

describe('client.responses.stream', () => {
  test('text, reasoning and a call', async () => {
    const chat = `${sse(streams['signed thinking, text and a call'] ?? [])}data: [DONE]\n\n`
    const stream = clientOf(chat).responses.stream({ model: 'm', input: 'Hi' })
    const deltas: string[] = []
    stream.on('response.output_text.delta', event => void deltas.push(event.delta))
    const response = await stream.finalResponse()
    expect(deltas.join('')).toBe('Wait')
    expect(response.output_text).toBe('Wait')
    expect(response.status).toBe('completed')
    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Hm' }] },
      { type: 'reasoning', summary: [] },
      { type: 'message' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"a":1}' },
    ])
    expect(response.usage).toMatchObject({ input_tokens: 10, output_tokens: 5 })
  })

  test('an error within the stream', async () => {
    const chat = sse([...(streams['text'] ?? []).slice(0, 2), { error: { message: 'Broke.', code: 500 } }])
    const types: string[] = []
    const stream = await clientOf(chat).responses.create({ model: 'm', input: 'Hi', stream: true })
    const reading = (async () => {
      for await (const event of stream) types.push(event.type)
    })()
    await expect(reading).rejects.toThrow('Broke.')
    expect(types.at(-1)).toBe('response.output_text.delta')
  })
})
