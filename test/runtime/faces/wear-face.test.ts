// The bytes of a chat's reply as the client's: headers, whole bodies, streams in any cutting, and how they end.
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../runtime/call.ts'
import { faces } from '../../../runtime/faces/faces.ts'
import { wearFace } from '../../../runtime/faces/wear-face.ts'
import { type Failure, failure } from '../../../runtime/failures.ts'
import type { ByteStream } from '../../../runtime/streams/byte-stream.ts'
import { streamOf } from '../../../runtime/streams/of-bytes.ts'
import { cuttings } from '../providers/cuttings.ts'
import { chunk, context } from './context.ts'
import { chats, streams } from './own-chats.ts'

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
  at: 'config',
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

const both = [
  ['messages', faces.messages],
  ['responses', faces.responses],
] as const

describe.each(both)('%s', (_, face) => {
  test('a non-streamed reply: body converted, old body headers removed', () => {
    const chat = chats['text and a call'] ?? {}
    const worn = wearFace(whole(chat), face, context, false)
    expect(worn).toMatchObject({ status: 200, at: 'config', provider: 'acme', retries: 1 })
    expect(worn.headers).toEqual(['content-type', 'application/json', 'x-request-id', 'r'])
    expect(JSON.parse(drain(worn.body).text)).toEqual(face.reply(chat, context))
  })

  test('a non-streamed chat is converted to a stream if one was requested', () => {
    const worn = wearFace(whole(chats['text']), face, context, true)
    expect(worn.headers).toEqual(['content-type', 'text/event-stream', 'x-request-id', 'r'])
    expect(drain(worn.body).text).toMatch(/^event: (message_start|response\.created)\ndata: \{/)
  })

  test('an error keeps its status', () => {
    const given = { error: { message: 'No.', type: null, param: null, code: null }, provider: 'acme' }
    const worn = wearFace(whole(given, 429), face, context, true)
    expect(worn).toMatchObject({
      status: 429,
      headers: ['content-type', 'application/json', 'x-request-id', 'r'],
    })
    expect(JSON.parse(drain(worn.body).text)).toEqual(face.error(given, 429))
  })

  test.each(['{"a":', '[]', '{"choices":7}'])('a body that is not a chat: %s', text => {
    const worn = wearFace(replyWith(encoder.encode(text)), face, context, false)
    expect(worn).toMatchObject({ status: 502, failure: { code: 'invalid_upstream_reply' } })
    expect(drain(worn.body).text).toContain('not a chat completion')
  })

  test.each(Object.keys(streams))('a stream means the same however it is cut: %s', name => {
    const bytes = bytesOf(streams[name] ?? [])
    const texts = Object.values(cuttings).map(cut => {
      const worn = wearFace(replyWith(streamOf(cut(bytes))), face, context, true)
      const { text, ended } = drain(worn.body)
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
        wearFace(replyWith(streamOf([bytesOf([chunk({ content: 'Hi' })], end)])), face, context, true).body,
      )
      expect(ended).toBe(true)
      expect(text).toMatch(/event: error\ndata: /)
      expect(text).toContain(end === '' ? 'was truncated' : 'Broke.')
      expect(text).not.toMatch(/message_stop|response\.completed/)
    }
  })

  test('a failing stream emits an error and fails', () => {
    const broken: ByteStream = { ...streamOf([]), start: sink => sink.fail(failure('timeout', 'Too slow.')) }
    const { text, failed } = drain(wearFace(replyWith(broken), face, context, true).body)
    expect(failed).toMatchObject({ code: 'timeout' })
    expect(text).toContain('Too slow.')
  })

  test('pause, resume and cancel reach the provider', () => {
    const heard: string[] = []
    const chat: ByteStream = {
      start: () => {},
      pause: () => void heard.push('pause'),
      resume: () => void heard.push('resume'),
      cancel: () => void heard.push('cancel'),
    }
    const { body } = wearFace(replyWith(chat), face, context, true)
    if (body instanceof Uint8Array) throw new Error('A stream stays a stream.')
    body.pause()
    body.resume()
    body.cancel()
    expect(heard).toEqual(['pause', 'resume', 'cancel'])
  })
})
