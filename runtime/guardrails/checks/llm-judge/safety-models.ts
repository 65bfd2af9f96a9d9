// Safety models that judge a conversation by themselves: what they are asked, and their verdicts as scores. Llama Guard replies `safe`, or
// `unsafe` and the codes of categories in the next line (llama.com/docs/model-cards-and-prompt-formats/llama-guard-4, 2026-11-27); NemoGuard replies
// JSON with `User Safety` and `Response Safety` (the model card of llama-3.1-nemoguard-8b-content-safety).
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject, parseJson } from '../../../../schemas/values/json.ts'
import type { SafetyPreset } from './presets.ts'
import type { JudgeScore } from './read-score.ts'

/** The conversation to judge; the templates of the models add their categories. */
export const safetyMessages = (text: string, prompt: string | undefined): JsonObject[] =>
  prompt === undefined
    ? [{ role: 'user', content: text }]
    : [
        { role: 'user', content: prompt },
        { role: 'assistant', content: text },
      ]

const LLAMA_GUARD = /^(safe|unsafe\n(S\d{1,2}(?:, ?S\d{1,2}){0,30}))$/

/** 1 for a safe text, 0 for an unsafe one; undefined for any other reply. */
export function readSafety(
  preset: SafetyPreset,
  reply: JsonObject,
  side: 'request' | 'reply',
): JudgeScore | undefined {
  const { content } = asObject(asObject(asList(reply['choices'])[0])['message'])
  if (typeof content !== 'string') return undefined
  return preset === 'llama-guard' ? readLlamaGuard(content.trim()) : readNemoGuard(content, side)
}

function readLlamaGuard(verdict: string): JudgeScore | undefined {
  const [, found, categories] = LLAMA_GUARD.exec(verdict) ?? []
  return found === undefined ? undefined : { score: found === 'safe' ? 1 : 0, reason: categories }
}

function readNemoGuard(content: string, side: 'request' | 'reply'): JudgeScore | undefined {
  const json = parseJson(content.trim())
  if (!isObject(json)) return undefined
  const verdict = json[side === 'reply' ? 'Response Safety' : 'User Safety']
  if (verdict !== 'safe' && verdict !== 'unsafe') return undefined
  return { score: verdict === 'safe' ? 1 : 0, reason: json['Safety Categories'] }
}
