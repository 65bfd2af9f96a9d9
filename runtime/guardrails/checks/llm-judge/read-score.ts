// Parses the score of the judge model. The whole reply must be one JSON object: of several, one might be quoted from
// the evaluated text.

import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject, parseJson } from '../../../../schemas/values/json.ts'

export interface JudgeScore {
  readonly score: number
  readonly reason: unknown
}

/** Longer replies are rejected. */
const MAX_LENGTH = 20_000
const FENCE = '```'

/** Undefined when the model's reply has no score. */
export function readJudgeScore(reply: JsonObject): JudgeScore | undefined {
  const { content } = asObject(asObject(asList(reply['choices'])[0])['message'])
  if (typeof content !== 'string' || content.length > MAX_LENGTH) return undefined
  const json = parseJson(stripFence(content.trim()))
  if (!isObject(json)) return undefined
  const { score, reason } = json
  return typeof score === 'number' && score >= 0 && score <= 1 ? { score, reason } : undefined
}

/** Models often put code fences around JSON. */
const stripFence = (text: string): string =>
  text.startsWith(FENCE) && text.endsWith(FENCE)
    ? text.slice(FENCE.length, -FENCE.length).replace(/^json/i, '')
    : text
