// Usage within a stream that passes unchanged is found wherever it is, however the stream is cut, and no text is taken for it.
import { describe, expect, it } from 'vitest'
import { createLineBuffer } from '../../../runtime/streams/line-buffer.ts'
import { createUsageSearch } from '../../../runtime/streams/usage-search.ts'
import { chunkings } from '../providers/chunk-boundaries.ts'

const TOKENS = { prompt_tokens: 9, completion_tokens: 4 }
const LONG = 'x'.repeat(5000)
const event = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`
const content = (text: string, more: object = {}): string =>
  event({ choices: [{ delta: { content: text } }], ...more })

/** The totals that are reported before the end, and at the end. */
function found(text: string, cut = chunkings['whole']) {
  const totals: object[] = []
  const search = createUsageSearch(total => void totals.push(total))
  const lines = createLineBuffer(search.feed)
  for (const piece of cut?.(new TextEncoder().encode(text)) ?? []) lines.feed(piece)
  lines.flush()
  const before = totals.length
  search.report()
  return { before, total: totals.at(-1) }
}

describe('Usage in a stream', () => {
  it.each<readonly [title: string, text: string, total: object | undefined]>([
    ['in the last chunk', content('Hi') + event({ choices: [], usage: TOKENS }), TOKENS],
    ['in the first chunk of a long stream', content('Hi', { usage: TOKENS }) + content(LONG), TOKENS],
    ['before chunks with null', content('a', { usage: TOKENS }) + content('b', { usage: null }), TOKENS],
    [
      'in parts',
      content('a', { usage: { prompt_tokens: 9, completion_tokens: 0 } }) +
        content(LONG) +
        event({ choices: [], usage: { prompt_tokens: null, completion_tokens: 4 } }),
      TOKENS,
    ],
    [
      'as running totals',
      [1, 2, 3, 4].map(each => content('a', { usage: { ...TOKENS, completion_tokens: each } })).join(''),
      TOKENS,
    ],
    ['with spaces', `data: { "choices": [], "usage" : ${JSON.stringify(TOKENS)} }\n\n`, TOKENS],
    ['in a choice', event({ choices: [{ delta: {}, finish_reason: 'stop', usage: TOKENS }] }), TOKENS],
    ['in an extension', event({ choices: [], x_groq: { id: 'a', usage: TOKENS } }), TOKENS],
    ['beside an extension', event({ x_groq: { usage: { a: 1 } }, choices: [], usage: TOKENS }), TOKENS],
    [
      'in JSON over several lines',
      `data: {"choices": [],\ndata: "usage": ${JSON.stringify(TOKENS)}}\n\n`,
      TOKENS,
    ],
    ['in a chunk of many kilobytes', content(LONG.repeat(20), { usage: TOKENS }), TOKENS],
    ['nowhere', content('Hi'), undefined],
    ['in the text alone', content(`"usage":${JSON.stringify(TOKENS)}`), undefined],
    ['in a comment alone', ': "usage"\n\n', undefined],
  ])('is found: %s', (_title, text, total) => {
    for (const cut of Object.values(chunkings)) expect(found(text, cut).total).toEqual(total)
  })

  it('is reported before the end where a chunk without choices has the output', () => {
    expect(found(event({ choices: [], usage: TOKENS })).before).toBe(1)
    expect(found(content('a', { usage: TOKENS })).before).toBe(0)
    expect(found(event({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 0 } })).before).toBe(0)
  })
})
