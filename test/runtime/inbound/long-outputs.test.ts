// Answers of many pieces take time in proportion to their number, and have an end: who names the provider's host is a
// stranger, and one of them must not stop the others.
import { describe, expect, it } from 'vitest'
import { convertChatStream } from '../../../runtime/inbound/convert-chat-stream.ts'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { trackJsonObject } from '../../../runtime/inbound/output/json-completeness.ts'
import { readOutput } from '../../../runtime/inbound/output/read-output.ts'
import { createCallNormalizer } from '../../../runtime/providers/compatible/normalize-call-deltas.ts'
import { parseLenientEvents } from '../../../runtime/streams/lenient-sse.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { effort } from '../../support/effort.ts'
import { context } from './context.ts'

const COUNT = 100_000
/** In the units of `effort`; what takes the square of `COUNT` steps costs thousands. */
const LITTLE = 1000

const chunkOf = (delta: JsonObject): JsonObject => ({ choices: [{ index: 0, delta }] })
const callPiece = (index: number, more: JsonObject, called: JsonObject): JsonObject =>
  chunkOf({ tool_calls: [{ index, ...more, function: called }] })

const PIECES: Readonly<Record<string, (at: number) => JsonObject>> = {
  text: () => chunkOf({ content: 'word ' }),
  'reasoning in words': () => chunkOf({ reasoning_content: 'word ' }),
  'details of reasoning': () =>
    chunkOf({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'a' }] }),
  'calls, each its own': at => callPiece(at, { id: `c${at}` }, { name: 'f', arguments: '{}' }),
  'arguments that close again and again': () => callPiece(0, { id: 'c' }, { name: 'f', arguments: '{}}}' }),
  'extras, each its own': at => chunkOf({ extra_content: { [`x${at}`]: 1 } }),
  'two calls in turn': at => callPiece(at % 2, {}, { name: 'f', arguments: at < 2 ? '{"a":"' : 'x' }),
}

describe('A stream with very many chunks is read in linear time', () => {
  it.each(Object.entries(PIECES))('%s', (_title, piece) => {
    const reader = readOutput('x')
    const cost = effort(() => {
      for (let at = 0; at < COUNT; at += 1) reader.add(piece(at))
      reader.finish()
    })
    expect(cost).toBeLessThan(LITTLE)
  })

  it('calls of a provider whose stream is normalized', () => {
    const mender = createCallNormalizer(index => `c${index}`)
    const cost = effort(() => {
      for (let at = 0; at < COUNT; at += 1)
        mender.normalize({ index: at, id: `c${at}`, function: { name: 'f' } })
      expect(mender.close()).toHaveLength(COUNT)
    })
    expect(cost).toBeLessThan(LITTLE)
  })

  it('plain text between events, with unterminated quotes', () => {
    const parser = parseLenientEvents(() => {}, { onTooLong: () => {} })
    const cost = effort(() => {
      parser.feed(new TextEncoder().encode(`{"${'\\"'.repeat(COUNT)}\\\n`))
      parser.end()
    })
    expect(cost).toBeLessThan(LITTLE)
  })
})

describe('An endless stream', () => {
  it('ends with an error when it exceeds the buffer limit', () => {
    const bytes = new TextEncoder().encode(
      `data: ${JSON.stringify(chunkOf({ content: 'x'.repeat(8_000_000) }))}\n\n`,
    )
    let cancelled = 0
    let ended = 0
    let text = ''
    const chat = {
      start: (sink: { chunk: (piece: Uint8Array) => void }) => {
        for (let at = 0; at < 12; at += 1) sink.chunk(bytes)
      },
      pause: () => {},
      resume: () => {},
      cancel: () => {
        cancelled += 1
      },
    }
    const broken: string[] = []
    const onBroken = ({ message }: { readonly message: string }): void => void broken.push(message)
    convertChatStream(chat, inboundApis.messages.stream(context), onBroken).start({
      chunk: piece => {
        text = new TextDecoder().decode(piece.subarray(-500))
      },
      end: () => {
        ended += 1
      },
      fail: () => {},
    })
    expect([cancelled, ended]).toEqual([1, 1])
    expect(text).toContain('larger than the gateway can buffer')
    expect(broken).toEqual(['The reply is larger than the gateway can buffer.'])
  })
})

describe('Streamed arguments', () => {
  it.each<readonly [string, readonly string[], boolean]>([
    ['whole at once', ['{"a":1}'], true],
    ['whole in pieces', ['{', '"a":"}', '{\\"', '"', '}'], true],
    ['with white space behind', ['{"a":[1]}', ' \n'], true],
    ['open', ['{"a":"}"'], false],
    ['with more behind', ['{}', '{}'], false],
    ['of no object', ['[]'], false],
    ['of brackets that never opened', ['}}', '{'], false],
    ['of nothing', [''], false],
  ])('are an object or not: %s', (_title, pieces, expected) => {
    const sees = trackJsonObject()
    expect(pieces.map(piece => sees(piece)).at(-1)).toBe(expected)
  })
})
