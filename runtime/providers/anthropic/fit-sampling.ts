// Sampling parameters as far as Claude accepts them: temperatures up to 1, and not both temperature and top_p.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

export interface FittedSampling {
  readonly fields: JsonObject
  /** Parameters that were left out or changed. */
  readonly dropped: readonly string[]
}

const NAMES = ['temperature', 'top_p', 'top_k']

/** The vendor's range ends at 2. */
const HIGHEST_TEMPERATURE = 1

/** `refuses` names what the model rejects; while it thinks, it samples at temperature 1 from nearly all tokens. */
export function fitSampling(chat: JsonObject, refuses: readonly string[], thinks: boolean): FittedSampling {
  const fields: Record<string, Json> = {}
  const dropped: string[] = []
  for (const name of NAMES) {
    const value = chat[name] ?? null
    if (value === null) continue
    const isTooHigh = name === 'temperature' && isAbove(value)
    if (refuses.includes(name) || (thinks && !isKeptWhileThinking(name, value))) dropped.push(name)
    else if (name === 'top_p' && fields['temperature'] !== undefined) {
      // All tokens are the default.
      if (value !== 1) dropped.push(name)
    } else {
      fields[name] = isTooHigh ? HIGHEST_TEMPERATURE : value
      if (isTooHigh) dropped.push(name)
    }
  }
  return { fields, dropped }
}

const isAbove = (value: Json): boolean =>
  typeof value === 'number' && value > HIGHEST_TEMPERATURE && value <= 2

const isKeptWhileThinking = (name: string, value: Json): boolean =>
  (name === 'temperature' && value === 1) || (name === 'top_p' && Number(value) >= 0.95)
