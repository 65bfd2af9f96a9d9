// Recorded chats told in both dialects: the text, the calls, the end and the counts are those that were observed.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../compiler/source.ts'
import { countsOf } from '../../../runtime/faces/answer/ending.ts'
import { faces } from '../../../runtime/faces/faces.ts'
import { finishReason } from '../../../runtime/providers/wire/finish-reason.ts'
import { asList, asObject, asText } from '../../../runtime/providers/wire/json.ts'
import { expectRecordings } from '../providers/expect-recordings.ts'
import { areRecorded } from '../providers/recordings.ts'
import { context } from './context.ts'
import { eventsOf, foldMessage, foldResponse, heardOfMessage, heardOfResponse } from './fold.ts'
import { type RecordedChat, recordedChats } from './recorded-chats.ts'

expectRecordings(
  [
    { found: recordedChats.filter(each => each.whole).length, atLeast: 41 },
    { found: recordedChats.filter(each => each.chunks).length, atLeast: 31 },
  ],
  '',
)

const observedOf = ({ observed }: RecordedChat) => ({
  text: asText(observed['text']) || (asText(observed['refusal']) ?? ''),
  reasoning: observed['reasoning'] ?? '',
  calls: asList(observed['toolCalls'])
    .map(asObject)
    // One provider always writes the older form of a call, mostly empty.
    .filter(call => call['name'] !== '')
    .map(call => ({
      id: call['id'] ?? expect.stringMatching(/^call_/),
      name: call['name'],
      arguments: call['arguments'],
    })),
})

const finishOf = ({ observed }: RecordedChat) =>
  finishReason(asText(observed['finishReason']), observedOf({ name: '', observed }).calls.length > 0)

const stops = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
} as const

function expectMessage(message: JsonObject, each: RecordedChat): void {
  expect(heardOfMessage(message)).toEqual(observedOf(each))
  const stop = each.observed['refusal'] ? 'refusal' : stops[finishOf(each)]
  expect(message['stop_reason']).toBe(stop)
  const { prompt = 0, completion = 0 } = countsOf(each.observed['usage']) ?? {}
  const usage = asObject(message['usage'])
  const sum = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map(name =>
    Number(usage[name]),
  )
  expect(sum.reduce((left, right) => left + right)).toBe(prompt)
  expect(usage['output_tokens']).toBe(completion)
}

function expectResponse(response: JsonObject, each: RecordedChat): void {
  expect(heardOfResponse(response)).toEqual(observedOf(each))
  const finish = finishOf(each)
  const reason = {
    length: 'max_output_tokens',
    content_filter: 'content_filter',
    stop: null,
    tool_calls: null,
  }[finish]
  expect(response).toMatchObject(
    reason === null
      ? { status: 'completed', incomplete_details: null }
      : { status: 'incomplete', incomplete_details: { reason } },
  )
  const counts = countsOf(each.observed['usage'])
  expect(response['usage']).toEqual(
    counts === undefined
      ? null
      : expect.objectContaining({
          input_tokens: counts.prompt,
          output_tokens: counts.completion,
          total_tokens: counts.total,
        }),
  )
}

const named = <T>(pick: (each: RecordedChat) => T | undefined) =>
  recordedChats.flatMap(each => {
    const picked = pick(each)
    return picked === undefined ? [] : [[each.name, each, picked] as const]
  })

describe.skipIf(!areRecorded)('whole replies', () => {
  test.each(named(each => each.whole))('%s', (_, each, whole) => {
    expectMessage(faces.messages.reply(whole, context), each)
    expectResponse(faces.responses.reply(whole, context), each)
  })
})

describe.skipIf(!areRecorded)('streams', () => {
  test.each(named(each => each.chunks))('%s', (_, each, chunks) => {
    expectMessage(foldMessage(eventsOf(faces.messages.stream(context), chunks)), each)
    expectResponse(foldResponse(eventsOf(faces.responses.stream(context), chunks)), each)
  })
})
