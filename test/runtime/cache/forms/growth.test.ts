// Streams of any length: what a fold holds grows with what it was told, and its work with the number of events.
import { describe, expect, it } from 'vitest'
import { foldChunks } from '../../../../runtime/cache/forms/fold-chunks.ts'
import { foldMessage } from '../../../../runtime/cache/forms/fold-message.ts'
import type { Fold } from '../../../../runtime/cache/forms/form.ts'
import { effort } from '../../../support/effort.ts'

const chunk = (delta: object, more: object = {}): string =>
  JSON.stringify({ id: 'c', choices: [{ index: 0, delta, ...more }] })

const STREAMS: readonly (readonly [string, () => Fold, (number: number) => string])[] = [
  ['text', foldChunks, () => chunk({ content: 'word ' })],
  ['lists', foldChunks, number => chunk({ annotations: [{ number }] })],
  ['probabilities', foldChunks, number => chunk({}, { logprobs: { content: [{ token: `${number}` }] } })],
  ['arguments', foldChunks, () => chunk({ tool_calls: [{ index: 0, function: { arguments: 'x' } }] })],
  ['calls', foldChunks, index => chunk({ tool_calls: [{ index, id: `${index}` }] })],
  ['calls without an index', foldChunks, () => chunk({ tool_calls: [{}] })],
  ['choices', foldChunks, index => JSON.stringify({ choices: [{ index, delta: {} }] })],
  ['unknown fields', foldChunks, number => chunk({ [`x${number}`]: 1 })],
  ['fields of the head', foldChunks, number => JSON.stringify({ [`x${number}`]: 1, choices: [] })],
  ['sound', foldChunks, () => chunk({ audio: { data: 'QUJD' } })],
  [
    'blocks',
    foldMessage,
    index =>
      JSON.stringify({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
  ],
]

const folded = (create: () => Fold, event: (number: number) => string, many: number): Fold => {
  const fold = create()
  for (let number = 0; number < many; number += 1) fold.take({ data: event(number) })
  return fold
}

describe.each(STREAMS)('A stream of %s', (_title, create, event) => {
  it('weighs more the more it holds, at least a character an event', () => {
    expect(folded(create, event, 2000).weight()).toBeGreaterThanOrEqual(2000)
  })

  it('costs as much as it has events', () => {
    // Copying what is held for each of them would be five thousand million steps.
    expect(effort(() => void folded(create, event, 100_000).folded())).toBeLessThan(300)
  })
})

describe('What comes in pieces', () => {
  const reply = (...chunks: readonly string[]) => {
    const fold = foldChunks()
    for (const text of chunks) fold.take({ data: text })
    return fold.folded()?.reply as { choices: { message: object; logprobs: unknown }[] } | undefined
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
