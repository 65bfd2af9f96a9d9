// A recorded chat requested in another inbound dialect: text, reasoning, calls, finish reason and usage are kept,
// and the events conform to the dialect.
import { expect } from 'vitest'
import type { JsonObject } from '../../../compiler/source.ts'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import {
  foldMessage,
  foldResponse,
  type Heard,
  heardOfMessage,
  heardOfResponse,
} from '../../runtime/faces/fold.ts'
import { callsOf, countsOf, finishOf, textOf } from '../expected.ts'
import { eventsIn } from '../heard.ts'
import type { Play } from '../plays.ts'
import type { Observed, Recording } from '../recording.ts'
import type { Exchange } from '../stage.ts'
import { type Check, isFine, isStream } from './check.ts'

/** The finish reasons of each inbound dialect. */
const STOPS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}
const INCOMPLETE: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

const fits =
  (face: string) =>
  (play: Play): boolean =>
    play.way === 'inbound' && play.path === face && isFine(play)

export const messagesFace: Check = {
  name: 'as messages',
  fits: fits('/messages'),
  judge: async ({ play, ask }) => {
    const message = toldIn(play, await ask(), foldMessage)
    const { recording } = play
    expect(heardOfMessage(message)).toEqual(expectedOf(recording))
    const { prompt, completion } = countsOf(recording)
    const usage = asObject(message['usage'])
    const all = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map(name =>
      Number(usage[name] ?? 0),
    )
    expect({
      stop: message['stop_reason'],
      prompt: all.reduce((sum, each) => sum + each, 0),
      completion: usage['output_tokens'],
    }).toEqual({ stop: recording.observed.refusal ? 'refusal' : STOPS[endOf(recording)], prompt, completion })
  },
}

export const responsesFace: Check = {
  name: 'as responses',
  fits: fits('/responses'),
  judge: async ({ play, ask }) => {
    const response = toldIn(play, await ask(), foldResponse)
    const { recording } = play
    expect(heardOfResponse(response)).toEqual(expectedOf(recording))
    const reason = INCOMPLETE[endOf(recording)]
    const { prompt, completion } = countsOf(recording)
    expect(response).toMatchObject({
      status: reason === undefined ? 'completed' : 'incomplete',
      incomplete_details: reason === undefined ? null : { reason },
      usage:
        prompt + completion === 0
          ? expect.toSatisfy(isNothing)
          : { input_tokens: prompt, output_tokens: completion },
    })
  },
}

const isNothing = (usage: unknown): boolean =>
  usage === null || asObject(usage as never)['total_tokens'] === 0

/** The finish reason of the chat dialect, where calls end with `tool_calls`. */
const endOf = finishOf

function toldIn(
  play: Play,
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
const heldBack = (recording: Recording): string =>
  recording.observed.refusal ?? (finishOf(recording) === 'content_filter' ? expect.any(String) : '')

const expectedOf = (recording: Recording): Heard => heardFrom(recording.observed, heldBack(recording))

const heardFrom = (observed: Observed, held: string): Heard => ({
  text: textOf(observed) || held,
  reasoning: observed.reasoning ?? '',
  calls: callsOf(observed).map(({ id, name = null, arguments: given = null }) => ({
    id: id ?? expect.any(String),
    name,
    arguments: given,
  })),
})
