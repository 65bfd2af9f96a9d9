// The bytes of a chat's reply as the client's: headers, whole bodies, streams in any cutting, and how they end.
import { describe, expect, test } from 'vitest'
import { convertChatReply } from '../../../runtime/inbound/convert-chat-reply.ts'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { type ByteStream, streamFromBytes } from '../../../runtime/values/byte-stream.ts'
import type { CallRecord, Reply } from '../../../runtime/values/call.ts'
import { type Failure, failure } from '../../../runtime/values/failures.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'
import { chunk, context } from './context.ts'
import { chats, streams } from './sample-chats.ts'

const encoder = new TextEncoder()
const HEADERS = [
  'Content-Length',
  '9',
  'x-request-id',
  'r',
  'content-type',
  'x/y',
  'content-encoding',
  'gzip',
]

const replyWith = (body: Reply['body'], status = 200): Reply => ({
  status,
  headers: HEADERS,
  body,
  target: 'config',
  provider: 'acme',
  retries: 1,
  cache: undefined,
})
const whole = (value: unknown, status?: number): Reply =>
  replyWith(encoder.encode(JSON.stringify(value)), status)
const bytesOf = (chunks: readonly object[], end = 'data: [DONE]\n\n'): Uint8Array =>
  encoder.encode(`${chunks.map(each => `data: ${JSON.stringify(each)}\n\n`).join('')}${end}`)

interface Drained {
  readonly text: string
  readonly ended: boolean
  readonly failed: Failure | undefined
}

/** What a sink receives of the body. */
function drain(body: Reply['body']): Drained {
  if (body instanceof Uint8Array)
    return { text: new TextDecoder().decode(body), ended: true, failed: undefined }
  let text = ''
  let ended = false
  let failed: Failure | undefined
  const decoder = new TextDecoder()
  body.start({
    chunk: bytes => {
      text += decoder.decode(bytes, { stream: true })
    },
    end: () => {
      ended = true
    },
    fail: reason => {
      failed = reason
    },
  })
  return { text, ended, failed }
}

const callWith = (stream: boolean) => ({ stream, record: { attempts: [] } as CallRecord })

const both = [
  ['messages', inboundApis.messages],
  ['responses', inboundApis.responses],
] as const

describe.each(both)('%s', (_, api) => {
  test('a non-streamed reply: body converted, old body headers removed', () => {
    const chat = chats['text and a call'] ?? {}
    const converted = convertChatReply(whole(chat), api, context, callWith(false))
    expect(converted).toMatchObject({ status: 200, target: 'config', provider: 'acme', retries: 1 })
    expect(converted.headers).toEqual(['content-type', 'application/json', 'x-request-id', 'r'])
    expect(JSON.parse(drain(converted.body).text)).toEqual(api.reply(chat, context))
  })

  test('a non-streamed chat is converted to a stream if one was requested', () => {
    const converted = convertChatReply(whole(chats['text']), api, context, callWith(true))
    expect(converted.headers).toEqual(['content-type', 'text/event-stream', 'x-request-id', 'r'])
    expect(drain(converted.body).text).toMatch(/^event: (message_start|response\.created)\ndata: \{/)
  })

  test('an error keeps its status', () => {
    const given = { error: { message: 'No.', type: null, param: null, code: null }, provider: 'acme' }
    const converted = convertChatReply(whole(given, 429), api, context, callWith(true))
    expect(converted).toMatchObject({
      status: 429,
      headers: ['content-type', 'application/json', 'x-request-id', 'r'],
    })
    expect(JSON.parse(drain(converted.body).text)).toEqual(api.error(given, 429))
  })

  test.each(['{"a":', '[]', '{"choices":7}'])('a body that is not a chat: %s', text => {
    const converted = convertChatReply(replyWith(encoder.encode(text)), api, context, callWith(false))
    expect(converted).toMatchObject({ status: 502, failure: { code: 'invalid_upstream_reply' } })
    expect(drain(converted.body).text).toContain('not a chat completion')
  })

  test.each(Object.keys(streams))('a stream means the same however it is cut: %s', name => {
    const bytes = bytesOf(streams[name] ?? [])
    const texts = Object.values(chunkings).map(cut => {
      const converted = convertChatReply(replyWith(streamFromBytes(cut(bytes))), api, context, callWith(true))
      const { text, ended } = drain(converted.body)
      expect(ended).toBe(true)
      return text
    })
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).not.toContain('[DONE]')
    expect(texts[0]).toMatch(/message_stop|response\.(completed|incomplete)/)
  })

  test('a stream that ends with an error, or is truncated', () => {
    for (const end of ['data: {"error":{"message":"Broke."}}\n\n', '']) {
      const { text, ended } = drain(
        convertChatReply(
          replyWith(streamFromBytes([bytesOf([chunk({ content: 'Hi' })], end)])),
          api,
          context,
          callWith(true),
        ).body,
      )
      expect(ended).toBe(true)
      expect(text).toMatch(/event: error\ndata: /)
      expect(text).toContain(end === '' ? 'was truncated' : 'Broke.')
      expect(text).not.toMatch(/message_stop|response\.completed/)
    }
  })

  test('a failing stream ends with an error event, and the record has the reason', () => {
    const broken: ByteStream = {
      ...streamFromBytes([]),
      start: sink => sink.fail(failure('timeout', 'Too slow.')),
    }
    const call = callWith(true)
    const { text, ended, failed } = drain(convertChatReply(replyWith(broken), api, context, call).body)
    expect([ended, failed, call.record.streamError?.message]).toEqual([true, undefined, 'Too slow.'])
    expect(text).toMatch(/event: error\ndata: [^\n]*Too slow\.[^\n]*\n\n(event: response\.failed\n.*)?$/s)
  })

  test('pause, resume and cancel reach the provider', () => {
    const heard: string[] = []
    const chat: ByteStream = {
      start: () => {},
      pause: () => void heard.push('pause'),
      resume: () => void heard.push('resume'),
      cancel: () => void heard.push('cancel'),
    }
    const { body } = convertChatReply(replyWith(chat), api, context, callWith(true))
    if (body instanceof Uint8Array) throw new Error('A stream stays a stream.')
    body.pause()
    body.resume()
    body.cancel()
    expect(heard).toEqual(['pause', 'resume', 'cancel'])
  })
})
