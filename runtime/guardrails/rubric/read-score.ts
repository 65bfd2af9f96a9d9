// The score that a judging model answers with. The answer must be one JSON object as a whole: of several, one might be
// a quotation of the text that was judged.

import type { JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, isObject, parseJson } from '../../providers/wire/json.ts'

export interface Score {
  readonly score: number
  readonly reason: unknown
}

/** Longer answers are none. */
const LONGEST = 20_000
const FENCE = '```'

/** Undefined where the reply of the model holds no score. */
export function readScore(reply: JsonObject): Score | undefined {
  const { content } = asObject(asObject(asList(reply['choices'])[0])['message'])
  if (typeof content !== 'string' || content.length > LONGEST) return undefined
  const json = parseJson(unfenced(content.trim()))
  if (!isObject(json)) return undefined
  const { score, reason } = json
  return typeof score === 'number' && score >= 0 && score <= 1 ? { score, reason } : undefined
}

/** Models like to put code fences around JSON. */
const unfenced = (text: string): string =>
  text.startsWith(FENCE) && text.endsWith(FENCE)
    ? text.slice(FENCE.length, -FENCE.length).replace(/^json/i, '')
    : text
