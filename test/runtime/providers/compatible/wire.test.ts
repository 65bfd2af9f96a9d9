// Recorded replies of providers that deviate from the OpenAI schema: normalized, they yield the observed result at
// any chunk boundaries.
import { describe, expect, test } from 'vitest'
import { normalizedChat } from '../../../../runtime/providers/compatible/compatible.ts'
import { asObject } from '../../../../schemas/values/json.ts'
import { chunkings } from '../chunk-boundaries.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { type Folded, fold, foldReply, stepsOf } from '../fold.ts'
import { type RecordedCall, recordedCalls } from '../recorded-calls.ts'
import { areRecorded } from '../recordings.ts'
import { completionOf } from '../run-cases.ts'
import { context } from './context.ts'

const cases = ['groq', 'mistral', 'openrouter', 'perplexity', 'snowflake-cortex', 'together', 'zai']
  .flatMap(provider => recordedCalls(`${provider}/chat-completions`))
  .filter(({ status, observed }) => status === 200 && observed['error'] === undefined)

interface Observed {
  readonly text?: string
  readonly toolCalls?: readonly { readonly name: string; readonly arguments?: unknown }[]
  readonly usage?: { readonly completion_tokens?: number }
}

function expectObserved(folded: Folded, { observed }: RecordedCall): void {
  const { text = '', toolCalls: seen = [], usage } = observed as Observed
  // One provider sends an empty call instead of none.
  const toolCalls = seen.filter(({ name }) => name !== '')
  expect(folded.content).toBe(text)
  expect(folded.toolCalls.map(({ name, arguments: given }) => [name, JSON.parse(given)])).toEqual(
    toolCalls.map(({ name, arguments: given }) => [name, given ?? {}]),
  )
  const finishes = toolCalls.length > 0 ? ['tool_calls', 'length'] : ['stop', 'length', 'content_filter']
  expect(finishes).toContain(folded.finish)
  expect(asObject(folded.usage)['completion_tokens']).toBe(usage?.completion_tokens)
}

expectRecordings([{ found: cases.length, atLeast: 16 }], '')

describe.skipIf(!areRecorded)('a recorded stream yields the observed result at any chunk boundaries', () => {
  test.each(cases.filter(({ stream }) => stream).map(each => [each.name, each] as const))(
    '%s',
    (name, each) => {
      const quirks = name.startsWith('snowflake') ? ['no-finish-reason'] : []
      const folded = Object.values(chunkings).map(cut =>
        fold(
          stepsOf(
            normalizedChat.stream?.({ ...context, quirks }) ?? expect.fail(),
            cut(each.stream ?? new Uint8Array()),
          ),
        ),
      )
      expectObserved(folded[0] ?? expect.fail(), each)
      for (const other of folded) expect(other).toEqual(folded[0])
    },
  )
})

describe.skipIf(!areRecorded)('a recorded whole reply yields the observed result', () => {
  test.each(cases.filter(({ stream }) => !stream).map(each => [each.name, each] as const))(
    '%s',
    (_name, each) => {
      expectObserved(foldReply(completionOf(normalizedChat.reply(each.body, context))), each)
    },
  )
})
