// Shared test bodies of the wire suites. A dialect defines how its replies are parsed and mapped; the cases define
// the expected results.
import { describe, expect, test } from 'vitest'
import type { AdapterContext, StreamStep } from '../../../runtime/values/adapter.ts'
import { usageForClient } from '../../../runtime/wire/usage.ts'
import { isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type Chunking, chunkings } from './chunk-boundaries.ts'
import { type Completion, type Folded, fold, foldReply } from './fold.ts'
import type { Observation, WireCase } from './wire-case.ts'

export interface Dialect<Seen extends Observation> {
  /** The adapter context in strict mode. */
  readonly context: AdapterContext
  readonly reply: (each: WireCase<Seen>, given: AdapterContext) => unknown
  /** All steps of a stream received in these chunks. */
  readonly steps: (
    each: WireCase<Seen>,
    given: AdapterContext,
    pieces: readonly Uint8Array[],
  ) => readonly StreamStep[]
  /** OpenAI's finish reason. */
  readonly finish: (observed: Seen) => string | undefined
  /** Expected usage in strict mode, and otherwise. */
  readonly usage: (each: WireCase<Seen>) => { readonly strict: unknown; readonly loose: unknown }
  /** Chunk boundaries specific to this framing. */
  readonly chunkings?: Readonly<Record<string, Chunking>>
}

const named = <Each extends { readonly name: string }>(cases: readonly Each[]) =>
  cases.map(each => [each.name, each] as const)

/** A reply of the adapter, which must not be a failure. */
export function completionOf(reply: unknown): Completion {
  expect(reply).toHaveProperty('choices')
  return reply as Completion
}

export function runReplyCases<Seen extends Observation>(
  dialect: Dialect<Seen>,
  cases: readonly WireCase<Seen>[],
): void {
  const whole = cases.filter(each => each.status === 200 && each.stream === undefined)
  describe('whole replies', () => {
    test.each(named(whole))('%s', (_, each) => {
      const loose = completionOf(dialect.reply(each, looseOf(dialect)))
      expectObserved(foldReply(loose), each, dialect)
      const strict = completionOf(dialect.reply(each, dialect.context))
      expect(Object.keys(strict.choices[0] ?? {}).sort()).toEqual([
        'finish_reason',
        'index',
        'logprobs',
        'message',
      ])
      expect(forClient(strict.usage)).toEqual(dialect.usage(each).strict)
      expect(strict.choices[0]?.message).not.toHaveProperty('content_blocks')
    })
  })
}

export function runStreamCases<Seen extends Observation>(
  dialect: Dialect<Seen>,
  cases: readonly WireCase<Seen>[],
): void {
  const streams = cases.flatMap(each =>
    each.stream === undefined ? [] : [[each.name, each, each.stream] as const],
  )
  describe('streams, at any chunk boundaries', () => {
    test.each(streams)('%s', (_, each, bytes) => {
      const given = looseOf(dialect)
      const whole = dialect.steps(each, given, [bytes])
      for (const [name, cut] of Object.entries({ ...chunkings, ...dialect.chunkings }))
        expect(dialect.steps(each, given, cut(bytes)), name).toEqual(whole)
      if (each.errorMessage !== undefined) {
        expect(whole.at(-1)).toMatchObject({ error: { message: each.errorMessage } })
        return
      }
      expectObserved(fold(whole), each, dialect)
      const strict = fold(dialect.steps(each, { ...dialect.context, includeUsage: false }, [bytes]))
      expect(strict).toMatchObject({ content: each.observed.text ?? '', usage: undefined, blocks: [] })
    })
  })
}

/** Each non-200 reply, checked by the dialect. */
export function runErrorCases<Seen>(
  cases: readonly WireCase<Seen>[],
  expectError: (each: WireCase<Seen>) => void,
): void {
  describe('errors', () => {
    test.each(named(cases.filter(each => each.status !== 200)))('%s', (_, each) => expectError(each))
  })
}

/** Without what is recorded and not sent. */
const forClient = (usage: unknown): unknown =>
  isObject(usage as Json) ? usageForClient(usage as JsonObject) : usage

const looseOf = ({ context }: { readonly context: AdapterContext }): AdapterContext => ({
  ...context,
  strict: false,
})

function expectObserved<Seen extends Observation>(
  folded: Folded,
  each: WireCase<Seen>,
  { context, finish, usage }: Dialect<Seen>,
): void {
  const { text = '', reasoning = '', toolCalls = [] } = each.observed
  const thoughts = folded.blocks.filter(block => block['type'] === 'thinking')
  expect({
    text: folded.content,
    reasoning: thoughts.map(block => block['thinking']).join(''),
    toolCalls: folded.toolCalls.map(call => ({ ...call, arguments: JSON.parse(call.arguments) })),
    finish: folded.finish,
    usage: forClient(folded.usage),
  }).toEqual({
    text,
    reasoning,
    toolCalls: toolCalls.map((call, index) => ({
      id: call.id ?? `call_${context.identifier}_${index}`,
      name: call.name,
      arguments: call.arguments ?? {},
    })),
    finish: finish(each.observed),
    usage: usage(each).loose,
  })
}
