// A client of chats and completions gets what the provider sent: text, reasoning, calls, finish reason, usage.
import { expect } from 'vitest'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { type ClientResult, chunksIn, readStream, readWhole } from '../client-result.ts'
import { callsOf, countsOf, finishOf, textOf } from '../expected.ts'
import type { Exchange } from '../harness.ts'
import type { Replay } from '../replays.ts'
import { type ConformanceCheck, isChat, isStream, isSuccess, requestsUsage } from './check.ts'

export const meaning: ConformanceCheck = {
  name: 'meaning',
  applies: play => isChat(play) && isSuccess(play) && play.mode !== 'passthrough',
  run: async ({ replay, send }) => {
    const isNative = replay.mode === 'native'
    const result = readResult(replay, await send({ strict: isNative }))
    const { observed } = replay.recording
    const calls = callsOf(observed).map(call => ({
      ...call,
      id: call['id'] ?? (isNative ? null : expect.any(String)),
    }))
    expect(result).toEqual({
      text: textOf(observed),
      reasoning: observed.reasoning ?? '',
      refusal: replay.mode === 'translated' ? result.refusal : (observed.refusal ?? ''),
      calls,
      finish: isNative ? (observed.finishReason ?? null) : finishOf(replay.recording),
      usage: isNative
        ? (observed.usage ?? null)
        : requestsUsage(replay)
          ? expect.objectContaining(usageOf(replay))
          : null,
    })
  },
}

export const readResult = (play: Replay, { reply }: Exchange): ClientResult => {
  expect(reply.status).toBe(200)
  return isStream(play) ? readStream(chunksIn(reply.bytes)) : readWhole(asObject(parseJson(reply.text)))
}

function usageOf({ recording }: Replay): object {
  const { prompt, completion } = countsOf(recording)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
