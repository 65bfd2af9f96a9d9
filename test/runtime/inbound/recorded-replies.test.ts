// Recorded chats converted to both dialects: text, calls, finish reason and token counts are those of the recording.
import { describe, expect, test } from 'vitest'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { usageCounts } from '../../../runtime/inbound/output/finish.ts'
import { finishReason } from '../../../runtime/wire/finish-reason.ts'
import { toOriginalCallId } from '../../../runtime/wire/tool-call-ids.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { expectRecordings } from '../providers/expect-recordings.ts'
import { areRecorded } from '../providers/recordings.ts'
import { context } from './context.ts'
import {
  eventsOf,
  messageFromEvents,
  responseFromEvents,
  viewOfMessage,
  viewOfResponse,
} from './read-streams.ts'
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
  const { calls, ...others } = viewOfMessage(message)
  expect(calls.filter(({ id }) => !/^[a-zA-Z0-9_-]+$/.test(asText(id) ?? ''))).toEqual([])
  const original = calls.map(call => ({ ...call, id: toOriginalCallId(asText(call.id) ?? '') }))
  expect({ ...others, calls: original }).toEqual(observedOf(each))
  const stop = each.observed['refusal'] ? 'refusal' : stops[finishOf(each)]
  expect(message['stop_reason']).toBe(stop)
  const { prompt = 0, completion = 0 } = usageCounts(each.observed['usage']) ?? {}
  const usage = asObject(message['usage'])
  const sum = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map(name =>
    Number(usage[name]),
  )
  expect(sum.reduce((left, right) => left + right)).toBe(prompt)
  expect(usage['output_tokens']).toBe(completion)
}

function expectResponse(response: JsonObject, each: RecordedChat): void {
  expect(viewOfResponse(response)).toEqual(observedOf(each))
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
  const counts = usageCounts(each.observed['usage'])
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
    expectMessage(inboundApis.messages.reply(whole, context), each)
    expectResponse(inboundApis.responses.reply(whole, context), each)
  })
})

describe.skipIf(!areRecorded)('streams', () => {
  test.each(named(each => each.chunks))('%s', (_, each, chunks) => {
    expectMessage(messageFromEvents(eventsOf(inboundApis.messages.stream(context), chunks)), each)
    expectResponse(responseFromEvents(eventsOf(inboundApis.responses.stream(context), chunks)), each)
  })
})
