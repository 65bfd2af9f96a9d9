// Google `generateContent`: parts in any order, complete tool calls, a finish reason in the last event. Calls have
// no ids; the first one of a turn is signed.

import { google } from '../../../../runtime/providers/google/google.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { geminiTurns, signatureOf } from '../../../support/dialects/gemini.ts'
import { context } from '../google/context.ts'
import { asStream, candidate } from '../google/fixtures.ts'
import { type Cut, callsOf, chatOf, type Grammar, type Part } from './grammar.ts'

const partsOf = (parts: readonly Part[], cut: Cut): readonly JsonObject[] =>
  parts.flatMap((part): readonly JsonObject[] => {
    if (part.kind === 'text') return cut(part.text).map(text => ({ text }))
    if (part.kind === 'thought') return cut(part.text).map(text => ({ text, thought: true }))
    const functionCall = { name: part.name, args: part.args }
    const isFirst = callsOf(parts)[0] === part
    return [isFirst ? { functionCall, thoughtSignature: signatureOf(part) } : { functionCall }]
  })

const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 20, totalTokenCount: 29 }

export const googleGrammar: Grammar = {
  adapter: chatOf(google),
  context,
  events: (parts, cut) => [
    ...partsOf(parts, cut).map(part => candidate([part])),
    candidate([{ text: '' }], { finishReason: 'STOP' }, { usageMetadata }),
  ],
  bytes: events => asStream(events),
  whole: parts =>
    candidate(
      partsOf(parts, text => [text]),
      { finishReason: 'STOP' },
      { usageMetadata },
    ),
  noise: [{ a_word_of_tomorrow: 1 }, {}, { candidates: [] }],
  nullable: [
    'citationMetadata',
    'groundingMetadata',
    'safetyRatings',
    'promptFeedback',
    'thoughtsTokenCount',
  ],
  spare: 0,
  identifies: false,
  read: (body, demands) => geminiTurns(body['contents'], demands),
  // Thoughts are not sent back; the signature of the first call must be.
  opaque: parts => callsOf(parts).slice(0, 1).map(signatureOf),
}
