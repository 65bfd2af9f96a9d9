// Nothing follows an error event, in streams that pass unchanged too (semantics, section 15).
import { describe, expect, it } from 'vitest'
import { createErrorEventSearch } from '../../../runtime/streams/error-event-search.ts'
import { typedEventNames, typedEventTransform } from '../../../runtime/streams/typed-event-transform.ts'
import { createHarness } from '../../support/harness.ts'
import { chunk, DONE } from '../../support/sample-bodies.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'
import { encoder, relayed, untouched } from './relay-harness.ts'

const CONTENT = chunk({ role: 'assistant', content: 'Hi' })
const ERROR = 'data: {"error":{"message":"no"}}\n\n'
const LATER = chunk({ content: 'later' }, 'stop') + DONE

/** What the client gets for an error that only the name of its event tells, which it does not get. */
const TOLD = 'data: {"error":{"type":null,"param":null,"message":"An error event.","code":null}}\n\n'

const CHAT: readonly (readonly [title: string, sent: string, received?: string])[] = [
  ['by its key', ERROR],
  ['by its key and its name', `event: error\nid: 1\n${ERROR}`, ERROR],
  ['by its name', 'event: error\ndata: {"message":"no"}\n\n', TOLD],
  ['by its name without a space', 'event:error\ndata:no\n\n', TOLD],
  ['after other keys', 'data: {"id":"x", "error" : {"message":"no"}}\n\n'],
  ['in several data lines', 'data: {\ndata: "error": {"message":"no"}\ndata: }\n\n'],
  ['larger than a chunk', `data: {"id":"${'x'.repeat(5000)}","error":{"message":"no"}}\n\n`],
]

describe('After an error event in the middle of a stream', () => {
  it.each(CHAT)('neither events nor [DONE] pass, for any chunking: %s', (_title, error, received = error) => {
    for (const [ending, lineEnd] of [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['CR', '\r'],
    ] as const)
      for (const [name, cut] of Object.entries(chunkings)) {
        const stage = relayed(untouched())
        for (const piece of cut(encoder.encode((CONTENT + error).replaceAll('\n', lineEnd) + LATER)))
          stage.chunk(piece)
        stage.end()
        const expected =
          received === TOLD
            ? CONTENT.replaceAll('\n', lineEnd) + TOLD
            : (CONTENT + received).replaceAll('\n', lineEnd)
        // The line end of the empty line may be CR or CR LF where the chunk ends between the two.
        expect(stage.text().trimEnd(), `${ending}, ${name}`).toBe(expected.trimEnd())
        expect([stage.over(), stage.received.broken]).toEqual(['end', expect.stringContaining('error')])
        expect(stage.events).toEqual(['cancel'])
      }
  })

  it.each<readonly [string, 'responses' | 'messages', string, string]>([
    [
      'a response',
      'responses',
      'data: {"type":"response.output_text.delta","delta":"Hi"}\n\nevent: response.failed\ndata: {"type":"response.failed","response":{"error":{"message":"no"}}}\n\n',
      'data: {"type":"response.completed","response":{}}\n\n',
    ],
    [
      'a message',
      'messages',
      'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"Hi"}}\n\nevent: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"no"}}\n\n',
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ],
  ])('typed events end too: %s', (_title, format, text, later) => {
    for (const [name, cut] of Object.entries(chunkings)) {
      const stage = relayed(typedEventTransform(typedEventNames[format], () => ({ message: 'no' })))
      for (const piece of cut(encoder.encode(text + later))) stage.chunk(piece)
      stage.end()
      expect([stage.text(), stage.over(), stage.received.broken], name).toEqual([
        text,
        'end',
        'The provider sent an error.',
      ])
    }
  })

  it('the log says that the stream broke, with the code of the error and without its text', async () => {
    const { call } = createHarness({ script: [{ events: [CONTENT, ERROR, LATER] }] })
    const reply = await call({
      headers: { 'x-gateway-provider': '@main' },
      body: { model: 'gpt-6-sol', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
    })
    expect(reply.text).toBe(CONTENT + ERROR)
    expect(reply.outcome?.record.streamError?.message).toBe('The provider sent an error (server_error).')
  })
})

describe('No error event', () => {
  it.each<readonly [string, string]>([
    ['a null', 'data: {"error":null,"choices":[{"delta":{"content":"a"}}]}\n\n'],
    ['an empty one', 'data: {"error":{},"choices":[{"delta":{"content":"a"}}]}\n\n'],
    ['a text that quotes one', chunk({ content: '{"error":{"message":"no"}}\nevent: error\n' })],
    [
      'one below the top level',
      'data: {"choices":[{"delta":{"content":"a"},"filter":{"error":{"code":"x"}}}]}\n\n',
    ],
    ['a comment', ': error\n\n'],
  ])('%s passes with all that follows', async (_title, event) => {
    const { call } = createHarness({ script: [{ events: [CONTENT, event, LATER] }] })
    const reply = await call({
      headers: { 'x-gateway-provider': '@main' },
      body: { model: 'gpt-6-sol', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
    })
    expect(reply.text).toBe(CONTENT + event + LATER)
    expect(reply.outcome?.record.streamError).toBeUndefined()
  })

  it('parses no event that does not mention one', () => {
    let parsed = 0
    const search = createErrorEventSearch(() => {
      parsed += 1
      return undefined
    })
    for (let count = 0; count < 10; count += 1)
      search(encoder.encode(`${chunk({ content: 'an error, "error" or errors' })}data: {"error":null}\n\n`))
    expect(parsed).toBe(0)
  })
})
