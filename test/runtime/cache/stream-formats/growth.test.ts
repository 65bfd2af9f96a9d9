// Streams of any length: the memory of an aggregation grows with its input, and its work with the number of events.
import { describe, expect, it } from 'vitest'
import { aggregateChunks } from '../../../../runtime/cache/stream-formats/chunks.ts'
import { aggregateMessage } from '../../../../runtime/cache/stream-formats/message.ts'
import type { StreamAggregator } from '../../../../runtime/cache/stream-formats/stream-format.ts'
import { effort } from '../../../support/effort.ts'

const chunk = (delta: object, more: object = {}): string =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, delta, ...more }] })

const STREAMS: readonly (readonly [string, () => StreamAggregator, (number: number) => string])[] = [
  ['text', aggregateChunks, () => chunk({ content: 'word ' })],
  ['lists', aggregateChunks, number => chunk({ annotations: [{ number }] })],
  [
    'probabilities',
    aggregateChunks,
    number => chunk({}, { logprobs: { content: [{ token: `${number}` }] } }),
  ],
  ['arguments', aggregateChunks, () => chunk({ tool_calls: [{ index: 0, function: { arguments: 'x' } }] })],
  ['calls', aggregateChunks, index => chunk({ tool_calls: [{ index, id: `${index}` }] })],
  ['calls without an index', aggregateChunks, () => chunk({ tool_calls: [{}] })],
  ['choices', aggregateChunks, index => JSON.stringify({ choices: [{ index, delta: {} }] })],
  ['unknown fields', aggregateChunks, number => chunk({ [`x${number}`]: 1 })],
  ['fields of the head', aggregateChunks, number => JSON.stringify({ [`x${number}`]: 1, choices: [] })],
  ['sound', aggregateChunks, () => chunk({ audio: { data: 'QUJD' } })],
  [
    'blocks',
    aggregateMessage,
    index =>
      JSON.stringify({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
  ],
]

const folded = (
  create: () => StreamAggregator,
  event: (number: number) => string,
  many: number,
): StreamAggregator => {
  const fold = create()
  for (let number = 0; number < many; number += 1) fold.add({ data: event(number) })
  return fold
}

describe.each(STREAMS)('A stream of %s', (_title, create, event) => {
  it('weighs more the more it holds, at least a character an event', () => {
    expect(folded(create, event, 2000).size()).toBeGreaterThanOrEqual(2000)
  })

  it('costs as much as it has events', () => {
    // Copying what is held for each of them would be five thousand million steps.
    expect(effort(() => void folded(create, event, 100_000).reply())).toBeLessThan(300)
  })
})

describe('What comes in pieces', () => {
  const reply = (...chunks: readonly string[]) => {
    const fold = aggregateChunks()
    for (const text of chunks) fold.add({ data: text })
    return fold.reply()?.reply as { choices: { message: object; logprobs: unknown }[] } | undefined
  }

  it('is joined: text, sound, a call of the older kind, lists', () => {
    expect(
      reply(
        chunk({ role: 'assistant', content: 'a', audio: { id: 'x', data: 'QU' } }),
        chunk({ role: 'assistant', content: 'b', audio: { data: 'JD', transcript: 'hm' } }),
        chunk({ function_call: { name: 'f', arguments: '{' }, annotations: [1] }),
        chunk({ function_call: { arguments: '}' }, annotations: [2] }),
      )?.choices[0]?.message,
    ).toEqual({
      role: 'assistant',
      content: 'ab',
      refusal: null,
      audio: { id: 'x', data: 'QUJD', transcript: 'hm' },
      function_call: { name: 'f', arguments: '{}' },
      annotations: [1, 2],
    })
  })

  it('is another call where another identifier stands at the same index', () => {
    const call = (id: string, name: string) =>
      chunk({ tool_calls: [{ index: 0, id, function: { name, arguments: '{}' } }] })
    expect(reply(call('a', 'f'), call('b', 'g'))?.choices[0]?.message).toMatchObject({
      tool_calls: [
        { id: 'a', function: { name: 'f', arguments: '{}' } },
        { id: 'b', function: { name: 'g', arguments: '{}' } },
      ],
    })
  })

  it('may have names of the prototype', () => {
    const message = reply(chunk(JSON.parse('{"__proto__":{"x":1},"constructor":"c"}') as object))?.choices[0]
      ?.message
    expect(JSON.stringify(message)).toContain('"__proto__":{"x":1},"constructor":"c"')
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype)
  })
})
