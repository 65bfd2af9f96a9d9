// A recorded chat requested in another inbound dialect: text, reasoning, calls, finish reason and usage are kept,
// and the events conform to the dialect.
import { expect } from 'vitest'
import { toOriginalCallId } from '../../../runtime/wire/tool-call-ids.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import {
  type ClientView,
  messageFromEvents,
  responseFromEvents,
  viewOfMessage,
  viewOfResponse,
} from '../../runtime/inbound/read-streams.ts'
import { eventsIn } from '../client-result.ts'
import { callsOf, countsOf, finishOf, textOf } from '../expected.ts'
import type { Exchange } from '../harness.ts'
import type { Observed, Recording } from '../recording.ts'
import type { Replay } from '../replays.ts'
import { type ConformanceCheck, isStream, isSuccess } from './check.ts'

/** The finish reasons of each inbound dialect. */
const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}
const INCOMPLETE: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

const appliesTo =
  (face: string) =>
  (play: Replay): boolean =>
    play.mode === 'inbound' && play.path === face && isSuccess(play)

export const messagesApi: ConformanceCheck = {
  name: 'as messages',
  applies: appliesTo('/messages'),
  run: async ({ replay, send }) => {
    const message = readReply(replay, await send(), messageFromEvents)
    const { recording } = replay
    expect(withOriginalIds(viewOfMessage(message))).toEqual(expectedResult(recording))
    const { prompt, completion } = countsOf(recording)
    const usage = asObject(message['usage'])
    const all = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map(name =>
      Number(usage[name] ?? 0),
    )
    expect({
      stop: message['stop_reason'],
      prompt: all.reduce((sum, each) => sum + each, 0),
      completion: usage['output_tokens'],
    }).toEqual({
      stop: recording.observed.refusal ? 'refusal' : STOP_REASONS[endOf(recording)],
      prompt,
      completion,
    })
  },
}

/** The dialect accepts ids of fewer characters; what stands for another id comes back as that one. */
const withOriginalIds = (view: ClientView): ClientView => ({
  ...view,
  calls: view.calls.map(call => ({
    ...call,
    id: typeof call.id === 'string' ? toOriginalCallId(call.id) : call.id,
  })),
})

export const responsesApi: ConformanceCheck = {
  name: 'as responses',
  applies: appliesTo('/responses'),
  run: async ({ replay, send }) => {
    const response = readReply(replay, await send(), responseFromEvents)
    const { recording } = replay
    expect(viewOfResponse(response)).toEqual(expectedResult(recording))
    const reason = INCOMPLETE[endOf(recording)]
    const { prompt, completion } = countsOf(recording)
    expect(response).toMatchObject({
      status: reason === undefined ? 'completed' : 'incomplete',
      incomplete_details: reason === undefined ? null : { reason },
      usage:
        prompt + completion === 0
          ? expect.toSatisfy(isEmptyUsage)
          : { input_tokens: prompt, output_tokens: completion },
    })
  },
}

const isEmptyUsage = (usage: unknown): boolean =>
  usage === null || asObject(usage as never)['total_tokens'] === 0

/** The finish reason of the chat dialect, where calls end with `tool_calls`. */
const endOf = finishOf

function readReply(
  play: Replay,
  { reply }: Exchange,
  fold: (events: readonly JsonObject[]) => JsonObject,
): JsonObject {
  expect(reply.status).toBe(200)
  if (!isStream(play)) return asObject(parseJson(reply.text))
  const events = eventsIn(reply.bytes).map(({ event, data }) => {
    const body = asObject(parseJson(data))
    expect(body['type']).toBe(event)
    return body
  })
  return fold(events)
}

/** The reason why an answer was blocked is returned as its text. */
const blockedText = (recording: Recording): string =>
  recording.observed.refusal ?? (finishOf(recording) === 'content_filter' ? expect.any(String) : '')

const expectedResult = (recording: Recording): ClientView =>
  resultFrom(recording.observed, blockedText(recording))

const resultFrom = (observed: Observed, blocked: string): ClientView => ({
  text: textOf(observed) || blocked,
  reasoning: observed.reasoning ?? '',
  calls: callsOf(observed).map(({ id, name = null, arguments: given = null }) => ({
    id: id ?? expect.any(String),
    name,
    arguments: given,
  })),
})
