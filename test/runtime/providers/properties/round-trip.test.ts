// Round trips: an answer is sent to the client and comes back with the next request; text, calls and signatures
// reach the provider unchanged, and results match their calls. Whole and streamed, over any answer.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mappedTransform } from '../../../../runtime/streams/mapped-transform.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { collectDemands } from '../../../support/dialects/demands.ts'
import { runs } from '../../../support/property-seed.ts'
import { chunksOf, fold } from '../fold.ts'
import { answers, callsOf, cutEvery, type Grammar, type Part, textOf } from './grammar.ts'
import { grammars } from './grammars.ts'
import { relayedText, stepsIn } from './relayed-stream.ts'

const hello = { role: 'user', content: 'hello' }
const plain = (value: unknown): JsonObject => asObject(JSON.parse(JSON.stringify(value)))

/** The message that a client of whole replies stores. */
function whole({ adapter, context }: Grammar, body: JsonObject, strict: boolean): JsonObject {
  const reply = adapter.reply(body, { ...context, strict })
  if (isFailure(reply)) throw new Error(reply.message)
  return asObject(asObject(asList(asObject(reply)['choices'])[0])['message'])
}

/** The same, assembled from a stream. */
function streamed(
  { adapter: { stream, framing }, context }: Grammar,
  bytes: Uint8Array,
  strict: boolean,
): JsonObject {
  const mapper = stream?.({ ...context, stream: true, strict })
  if (mapper === undefined) throw new Error('This dialect has no streams.')
  const steps = stepsIn(relayedText(mappedTransform(mapper, framing), [bytes]))
  const { content, toolCalls, blocks } = fold(steps)
  const deltas = chunksOf(steps).flatMap(({ choices }) => choices.map(({ delta }) => plain(delta)))
  const extra = (holders: readonly JsonObject[]): Json | undefined =>
    holders.find(each => each['extra_content'] !== undefined)?.['extra_content']
  const pieces = deltas.flatMap(delta => asList(delta['tool_calls']).map(asObject))
  return plain({
    role: 'assistant',
    content,
    tool_calls: toolCalls.map(({ id, ...called }, index) => ({
      id,
      type: 'function',
      function: called,
      extra_content: extra(pieces.filter(piece => piece['index'] === index)),
    })),
    content_blocks: blocks,
    extra_content: extra(deltas),
  })
}

/** Expectations on the next request, whole or streamed. */
function expectUnchanged(
  { adapter, context, read, opaque, identifies }: Grammar,
  parts: readonly Part[],
  message: JsonObject,
  strict: boolean,
) {
  const ids = asList(message['tool_calls']).map(call => asObject(call)['id'] ?? null)
  const results = ids.map((id, index) => ({ role: 'tool', tool_call_id: id, content: `result ${index}` }))
  // Parallel tools answer in any order.
  const messages = [hello, message, ...results.toReversed(), ...(ids.length > 0 ? [] : [hello])]
  const tools = ['f', 'g'].map(name => ({
    type: 'function',
    function: { name, parameters: { type: 'object' } },
  }))
  const request = adapter.request({ model: 'm', messages, tools }, context)
  if (isFailure(request)) throw new Error(request.message)
  const demands = collectDemands()
  const turns = read(request.body, demands)
  expect(demands.faults).toEqual([])
  const calls = callsOf(parts).map(({ name, args }, index) => ({ id: ids[index], name, args }))
  const [, answered, next] = turns
  if (calls.length === 0) expect(answered).toEqual({ kind: 'assistant', text: textOf(parts) })
  else {
    const called = calls.map(({ id, ...call }) => (identifies ? { id, ...call } : call))
    expect(answered).toEqual({ kind: 'calls', text: textOf(parts), calls: called })
    const given = next?.kind === 'results' ? next.results : []
    const inOrder = identifies ? ids.map(id => given.find(each => each.id === id)) : given
    expect(inOrder.map(each => each?.text)).toEqual(ids.map((_, index) => `result ${index}`))
  }
  const sent = JSON.stringify(request.body)
  if (!strict) for (const text of opaque(parts)) expect(sent).toContain(JSON.stringify(text).slice(1, -1))
}

const often = { numRuns: runs(12) }

/** An empty answer is not a turn. */
const speaking = answers.filter(parts => textOf(parts) !== '' || callsOf(parts).length > 0)

describe.each(grammars)('%s', (_, grammar) => {
  test('whole', () => {
    fc.assert(
      fc.property(speaking, fc.boolean(), (parts, strict) => {
        expectUnchanged(grammar, parts, whole(grammar, grammar.whole(parts), strict), strict)
      }),
      often,
    )
  })

  test('streamed', () => {
    fc.assert(
      fc.property(speaking, fc.integer({ min: 1, max: 9 }), fc.boolean(), (parts, every, strict) => {
        const bytes = grammar.bytes(grammar.events(parts, cutEvery(every)))
        expectUnchanged(grammar, parts, streamed(grammar, bytes, strict), strict)
      }),
      often,
    )
  })
})
