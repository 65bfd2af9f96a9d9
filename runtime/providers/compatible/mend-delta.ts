// One choice of a stream: its role once, text as a string, calls numbered, one finish reason.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { finishReason } from '../wire/finish-reason.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { readContent } from './content-parts.ts'
import { mendCalls } from './mend-calls.ts'

export interface ChoiceMender {
  /** The OpenAI choices for one of the provider's: none, one, or one and its finish. */
  readonly mend: (choice: JsonObject) => readonly JsonObject[]
  /** What is missing at the end of the stream: a finish reason, where the provider sent none. */
  readonly close: () => readonly JsonObject[]
  readonly finished: () => boolean
}

export function mendDeltas(index: number, makeIdentifier: (call: number) => string): ChoiceMender {
  const calls = mendCalls(makeIdentifier)
  let begun = false
  let finished = false
  const shape = (delta: JsonObject, finish: string | null, logprobs: Json = null): JsonObject => ({
    index,
    delta,
    logprobs,
    finish_reason: finish,
  })
  const finish = (word: string | undefined): readonly JsonObject[] => {
    finished = true
    const open = calls.close()
    const last = shape({}, finishReason(word, calls.any()))
    return open.length === 0 ? [last] : [shape({ tool_calls: open }, null), last]
  }
  return {
    mend: choice => {
      const { delta, logprobs, finish_reason: word } = choice
      const said = deltaOf(asObject(delta), calls.mend)
      const opened = begun ? said : { role: 'assistant', content: '', ...said }
      const pieces = Object.keys(opened).length === 0 ? [] : [shape(opened, null, told(logprobs))]
      begun = true
      const ended = asText(word) || undefined
      return ended === undefined || finished ? pieces : [...pieces, ...finish(ended)]
    },
    close: () => (finished ? [] : finish(undefined)),
    finished: () => finished,
  }
}

/** Some providers send logprobs without content. */
const told = (logprobs: Json | undefined): Json =>
  logprobs === undefined || asObject(logprobs)['content'] === null ? null : logprobs

/** The content of a delta; empty fields are left out, unknown ones stay. */
function deltaOf(delta: JsonObject, mendCall: (piece: Json) => JsonObject): JsonObject {
  const { role: _role, content, tool_calls: calls, token_id: _token, ...others } = delta
  const { text, thinking } = readContent(content)
  const rest = Object.entries(others).filter(([, value]) => value !== null && value !== '')
  const pieces = asList(calls).map(mendCall)
  return {
    ...Object.fromEntries(rest),
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(text === '' ? {} : { content: text }),
    ...(pieces.length === 0 ? {} : { tool_calls: pieces }),
  }
}
