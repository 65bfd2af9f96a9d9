// Text deltas that are written without being parsed: the same chunks as from the parsed event, whatever the text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapStream as mapAnthropic } from '../../../runtime/providers/anthropic/map-stream.ts'
import { mapStream as mapBedrock } from '../../../runtime/providers/bedrock/map-stream.ts'
import type { AdapterContext, StreamMapper } from '../../../runtime/values/adapter.ts'
import { chatChunk } from '../../../runtime/wire/chat.ts'
import { createTextChunkWriter, JSON_TEXT, matchText } from '../../../runtime/wire/text-chunk.ts'
import { context } from '../providers/anthropic/context.ts'
import { parseStep } from '../providers/fold.ts'

const text = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }))
/** The same string, as writers of JSON may spell it. */
const spellings: readonly ((text: string) => string)[] = [
  JSON.stringify,
  written => JSON.stringify(written).replaceAll('/', String.raw`\/`),
  written =>
    `"${Array.from(written, (_, at) => written.charCodeAt(at))
      .map(unit => String.raw`\u${unit.toString(16).padStart(4, '0')}`)
      .join('')}"`,
]
const spelling = fc.constantFrom(...spellings)

interface Dialect {
  readonly name: string
  readonly map: (context: AdapterContext) => StreamMapper
  readonly event: string
  readonly plain: (json: string) => string
  /** With a field that makes it necessary to parse the event. */
  readonly unusual: (json: string) => string
}
const dialects: readonly Dialect[] = [
  {
    name: 'anthropic',
    map: mapAnthropic,
    event: 'content_block_delta',
    plain: json => `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${json}}   }`,
    unusual: json => `{"index":0,"type":"content_block_delta","delta":{"type":"text_delta","text":${json}}}`,
  },
  {
    name: 'bedrock',
    map: mapBedrock,
    event: 'contentBlockDelta',
    plain: json => `{"contentBlockIndex":0,"delta":{"text":${json}},"p":"abcdefghij"}`,
    unusual: json => `{"delta":{"text":${json}},"contentBlockIndex":0}`,
  },
]

describe.each(dialects)('a text delta of $name', ({ map, event, plain, unusual }) => {
  const run = (data: string) => {
    const steps = map({ ...context, strict: true }).event({ event, data })
    return { steps: steps.map(parseStep), written: steps.some(step => step !== 'done' && 'json' in step) }
  }

  test('makes the chunk that parsing it would make', () => {
    fc.assert(
      fc.property(text, spelling, (given, spell) => {
        const fast = run(plain(spell(given)))
        expect(fast.written).toBe(true)
        const parsed = run(unusual(spell(given)))
        expect(parsed.written).toBe(false)
        expect(fast.steps).toEqual(parsed.steps)
      }),
    )
  })

  test.each([
    ['an empty text', '""'],
    ['a text that never ends', String.raw`"a\"`],
    ['a raw line break', '"a\nb"'],
    ['an unknown escape', String.raw`"\x41"`],
    ['an incomplete escape', String.raw`"\u12"`],
    ['two texts', '"a","text":"b"'],
  ])('%s is left to the parser', (_, json) => {
    expect(run(plain(json)).written).toBe(false)
  })
})

test('a text is written into the head of its stream, whatever the head contains', () => {
  fc.assert(
    fc.property(text, fc.string(), fc.string(), fc.nat({ max: 9 }), (content, id, model, index) => {
      const write = createTextChunkWriter(index)
      for (const head of [
        { id, created: 1, model },
        { id: '{"content":""}', created: 2, model: id },
      ])
        expect(JSON.parse(write(head, JSON.stringify(content)))).toEqual(
          chatChunk(head, { content }, null, index),
        )
    }),
  )
})

test('a text of any length is matched or left to the parser', () => {
  const pattern = new RegExp(`^${JSON_TEXT}$`)
  for (const length of [1, 100, 4000, 100_000, 10_000_000])
    expect(matchText(pattern, JSON.stringify('\n'.repeat(length)))).toBe(
      length > 1000 ? undefined : JSON.stringify('\n'.repeat(length)),
    )
})
