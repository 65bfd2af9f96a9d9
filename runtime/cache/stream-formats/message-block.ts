// Merges the deltas of one content block of a message.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asText, isObject, parseJson, writeJson } from '../../../schemas/values/json.ts'

export interface BlockDraft {
  /** Returns the added characters; undefined for a delta of an unknown type. */
  readonly add: (delta: JsonObject) => number | undefined
  /** The complete block; undefined when its input is not a JSON object. */
  readonly complete: () => JsonObject | undefined
}

/** Text deltas by type: the field of the delta and that of the block. */
const TEXT_DELTAS: ReadonlyMap<string, readonly [deltaField: string, field: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['signature', 'signature']],
])

export function createBlockDraft(start: JsonObject): BlockDraft {
  const texts = new Map<string, string>()
  const citations: Json[] = [...asList(start['citations'])]
  let input = ''
  return {
    add: delta => {
      const type = asText(delta['type']) ?? ''
      const [deltaField, field] = TEXT_DELTAS.get(type) ?? []
      if (deltaField !== undefined && field !== undefined) {
        const text = asText(delta[deltaField]) ?? ''
        texts.set(field, (texts.get(field) ?? asText(start[field]) ?? '') + text)
        return text.length
      }
      if (type === 'input_json_delta') {
        const text = asText(delta['partial_json']) ?? ''
        input += text
        return text.length
      }
      if (type !== 'citations_delta' || delta['citation'] === undefined) return undefined
      citations.push(delta['citation'])
      return writeJson(delta['citation']).length
    },
    complete: () => {
      const parsedInput = input.trim() === '' ? undefined : parseJson(input)
      if (input.trim() !== '' && !isObject(parsedInput)) return undefined
      return {
        ...start,
        ...Object.fromEntries(texts),
        ...(citations.length === 0 ? {} : { citations }),
        ...(parsedInput === undefined ? {} : { input: parsedInput }),
      }
    },
  }
}
