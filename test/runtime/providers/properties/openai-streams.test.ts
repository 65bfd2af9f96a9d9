// Stream invariants for providers with the OpenAI schema: the client gets the provider's bytes unchanged at any
// chunk boundaries, and a truncated body ends with one error.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passthroughTransform } from '../../../../runtime/streams/passthrough-transform.ts'
import { chunkings } from '../chunk-boundaries.ts'
import { additions, answers, callsOf, cutEvery, disturbed, type Event, type Part } from './grammar.ts'
import { expectOneEnd, relayedText, stepsIn } from './relayed-stream.ts'

const chunk = (delta: object, finish: string | null = null): Event => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-test',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

function eventsOf(parts: readonly Part[], size: number): readonly Event[] {
  const cut = cutEvery(size)
  let index = -1
  const events = parts.flatMap((part): readonly object[] => {
    if (part.kind === 'text') return cut(part.text).map(content => ({ content }))
    if (part.kind === 'thought') return cut(part.text).map(text => ({ reasoning_content: text }))
    index += 1
    const { id, name } = part
    return [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      ...cut(JSON.stringify(part.args)).map(written => ({
        tool_calls: [{ index, function: { arguments: written } }],
      })),
    ]
  })
  const started = chunk({ role: 'assistant', content: '' })
  return [
    started,
    ...events.map(delta => chunk(delta)),
    chunk({}, callsOf(parts).length > 0 ? 'tool_calls' : 'stop'),
  ]
}

const bytesOf = (events: readonly Event[], last = ''): Buffer =>
  Buffer.from(events.map(event => `: still here\n\ndata: ${JSON.stringify(event)}\n\n`).join('') + last)

const untouched = passthroughTransform(() => undefined)
const disturbance = {
  noise: [{ a_word_of_tomorrow: 1 }],
  nullable: ['usage', 'logprobs', 'refusal', 'service_tier'],
}
const size = fc.integer({ min: 1, max: 9 })

test('bytes pass unchanged', () => {
  const chunking = fc.constantFrom(...Object.values(chunkings))
  fc.assert(
    fc.property(answers, size, additions, chunking, (parts, every, added, cut) => {
      const bytes = bytesOf(disturbed(eventsOf(parts, every), disturbance, added), 'data: [DONE]\n\n')
      expect(relayedText(untouched, cut(bytes))).toBe(bytes.toString())
    }),
  )
})

/** The line end of the last event, and the empty line after it. */
const LINE_ENDS = 2

test('a stream truncated before its last chunk is complete ends with one error, and without [DONE]', () => {
  fc.assert(
    fc.property(answers, size, fc.nat(), (parts, every, place) => {
      const bytes = bytesOf(eventsOf(parts, every))
      const end = place % (bytes.length - LINE_ENDS)
      const steps = stepsIn(relayedText(untouched, [bytes.subarray(0, end)]))
      expectOneEnd(steps)
      expect(steps.at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
    }),
  )
})

test('a stream that ends after a chunk with a finish reason is complete, with or without its line ends', () => {
  fc.assert(
    fc.property(answers, size, fc.nat({ max: LINE_ENDS }), (parts, every, missing) => {
      const bytes = bytesOf(eventsOf(parts, every))
      const steps = stepsIn(relayedText(untouched, [bytes.subarray(0, bytes.length - missing)]))
      expectOneEnd(steps)
      expect(steps.at(-1)).toBe('done')
    }),
  )
})
