// One choice of a stream: its role once, text as a string, calls numbered, one finish reason.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import { createCallNormalizer } from './normalize-call-deltas.ts'
import { readTextAndThinking } from './text-and-thinking.ts'

export interface ChoiceNormalizer {
  /** The OpenAI choices for one of the provider's: none, one, or one and its finish. */
  readonly normalize: (choice: JsonObject) => readonly JsonObject[]
  /** The finish reason of a choice that has none. */
  readonly close: () => readonly JsonObject[]
  readonly finished: () => boolean
}

export function createChoiceNormalizer(
  index: number,
  makeIdentifier: (call: number) => string,
): ChoiceNormalizer {
  const calls = createCallNormalizer(makeIdentifier)
  let started = false
  let finished = false
  const shape = (delta: JsonObject, finish: string | null, logprobs: Json = null): JsonObject => ({
    index,
    delta,
    logprobs,
    finish_reason: finish,
  })
  const finish = (nativeReason: string): readonly JsonObject[] => {
    finished = true
    const open = calls.close()
    const last = shape({}, finishReason(nativeReason, calls.any()))
    return open.length === 0 ? [last] : [shape({ tool_calls: open }, null), last]
  }
  return {
    normalize: choice => {
      const { delta, logprobs, finish_reason: nativeReason } = choice
      const normalized = deltaOf(asObject(delta), calls.normalize)
      const withRole = started ? normalized : { role: 'assistant', content: '', ...normalized }
      const pieces =
        Object.keys(withRole).length === 0 ? [] : [shape(withRole, null, presentLogprobs(logprobs))]
      started = true
      const ended = asText(nativeReason) || undefined
      return ended === undefined || finished ? pieces : [...pieces, ...finish(ended)]
    },
    close: () => (finished ? [] : finish('stop')),
    finished: () => finished,
  }
}

/** Some providers send logprobs without content. */
const presentLogprobs = (logprobs: Json | undefined): Json =>
  logprobs === undefined || asObject(logprobs)['content'] === null ? null : logprobs

/** The content of a delta; empty fields are left out, unknown ones stay. */
function deltaOf(delta: JsonObject, normalizeCall: (piece: Json) => JsonObject): JsonObject {
  const { role: _role, content, tool_calls: calls, token_id: _token, ...others } = delta
  const { text, thinking } = readTextAndThinking(content)
  const nonEmpty = Object.entries(others).filter(([, value]) => value !== null && value !== '')
  const pieces = asList(calls).map(normalizeCall)
  return {
    ...Object.fromEntries(nonEmpty),
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(text === '' ? {} : { content: text }),
    ...(pieces.length === 0 ? {} : { tool_calls: pieces }),
  }
}
