// Stream invariants, over any answer in any order that a dialect allows, with unknown events, fields and nulls
// inserted: the role first, one id, one finish reason, usage when requested, `[DONE]` last; the same at any chunk
// boundaries.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mappedTransform } from '../../../../runtime/streams/mapped-transform.ts'
import { runs } from '../../../support/property-seed.ts'
import { chunkings } from '../chunk-boundaries.ts'
import { chunksOf, fold } from '../fold.ts'
import { additions, answers, callsOf, cutEvery, disturbed, type Grammar, textOf } from './grammar.ts'
import { grammars } from './grammars.ts'
import { expectOneEnd, relayedText, stepsIn } from './relayed-stream.ts'

const size = fc.integer({ min: 1, max: 9 })
const chunking = fc.constantFrom(...Object.values(chunkings))
const often = { numRuns: runs(12) }

const transformOf = ({ adapter: { stream, framing }, context }: Grammar, strict: boolean, usage: boolean) => {
  const mapper = stream?.({ ...context, stream: true, strict, includeUsage: usage })
  if (mapper === undefined) throw new Error('This dialect has no streams.')
  return mappedTransform(mapper, framing, usage)
}

describe.each(grammars)('%s', (_, grammar) => {
  test('any answer is converted completely, at any chunk boundaries', () => {
    const given = [answers, size, additions, chunking, fc.boolean(), fc.boolean()] as const
    fc.assert(
      fc.property(...given, (parts, every, added, cut, strict, usage) => {
        const bytes = grammar.bytes(disturbed(grammar.events(parts, cutEvery(every)), grammar, added))
        const text = relayedText(transformOf(grammar, strict, usage), cut(bytes))
        expect(text).toBe(relayedText(transformOf(grammar, strict, usage), [bytes]))
        const steps = stepsIn(text)
        expectOneEnd(steps)
        const folded = fold(steps)
        expect(folded.content).toBe(textOf(parts))
        expect(folded.toolCalls.map(({ name, arguments: written }) => [name, JSON.parse(written)])).toEqual(
          callsOf(parts).map(({ name, args }) => [name, args]),
        )
        const ids = folded.toolCalls.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        if (grammar.identifies) expect(ids).toEqual(callsOf(parts).map(({ id }) => id))
        expect(folded.finish).toBe(callsOf(parts).length > 0 ? 'tool_calls' : 'stop')
        if (usage)
          expect(folded.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 20, total_tokens: 29 })
        else expect(folded.usage).toBeUndefined()
      }),
      often,
    )
  })

  test('a truncated stream ends with one error, and without [DONE]', () => {
    fc.assert(
      fc.property(answers, size, fc.nat(), (parts, every, place) => {
        const events = grammar.events(parts, cutEvery(every))
        const recorded = events.slice(0, place % (events.length - grammar.spare))
        const steps = stepsIn(relayedText(transformOf(grammar, true, true), [grammar.bytes(recorded)]))
        expectOneEnd(steps)
        expect(steps.at(-1)).toMatchObject({ error: { code: 'invalid_upstream_reply' } })
        expect(
          chunksOf(steps).flatMap(({ choices }) => choices.map(each => each.finish_reason ?? null)),
        ).not.toContain('tool_calls')
      }),
      often,
    )
  })
})
