// A client of chats and completions gets what the provider sent: text, reasoning, calls, finish reason, usage.
import { expect } from 'vitest'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { callsOf, countsOf, finishOf, textOf } from '../expected.ts'
import { chunksIn, type Heard, hearStream, hearWhole } from '../heard.ts'
import type { Play } from '../plays.ts'
import type { Exchange } from '../stage.ts'
import { asksForUsage, type Check, isChat, isFine, isStream } from './check.ts'

export const meaning: Check = {
  name: 'meaning',
  fits: play => isChat(play) && isFine(play) && play.way !== 'passthrough',
  judge: async ({ play, ask }) => {
    const passes = play.way === 'native'
    const heard = hear(play, await ask({ strict: passes }))
    const { observed } = play.recording
    const calls = callsOf(observed).map(call => ({
      ...call,
      id: call['id'] ?? (passes ? null : expect.any(String)),
    }))
    expect(heard).toEqual({
      text: textOf(observed),
      reasoning: observed.reasoning ?? '',
      refusal: play.way === 'translated' ? heard.refusal : (observed.refusal ?? ''),
      calls,
      finish: passes ? (observed.finishReason ?? null) : finishOf(play.recording),
      usage: passes
        ? (observed.usage ?? null)
        : asksForUsage(play)
          ? expect.objectContaining(usageOf(play))
          : null,
    })
  },
}

export const hear = (play: Play, { reply }: Exchange): Heard => {
  expect(reply.status).toBe(200)
  return isStream(play) ? hearStream(chunksIn(reply.bytes)) : hearWhole(asObject(parseJson(reply.text)))
}

function usageOf({ recording }: Play): object {
  const { prompt, completion } = countsOf(recording)
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
