// Merges the deltas of one content block of a message.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asText, isObject, parseJson, writeJson } from '../../providers/wire/json.ts'

export interface BlockDraft {
  /** Returns the added characters; undefined for a delta of an unknown type. */
  readonly add: (delta: JsonObject) => number | undefined
  /** The complete block; undefined when its input is not a JSON object. */
  readonly whole: () => JsonObject | undefined
}

/** Text deltas by type: the field of the delta and that of the block. */
const TEXTS: ReadonlyMap<string, readonly [told: string, field: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['signature', 'signature']],
])

export function openBlock(begun: JsonObject): BlockDraft {
  const texts = new Map<string, string>()
  const citations: Json[] = [...asList(begun['citations'])]
  let input = ''
  return {
    add: delta => {
      const type = asText(delta['type']) ?? ''
      const [told, field] = TEXTS.get(type) ?? []
      if (told !== undefined && field !== undefined) {
        const more = asText(delta[told]) ?? ''
        texts.set(field, (texts.get(field) ?? asText(begun[field]) ?? '') + more)
        return more.length
      }
      if (type === 'input_json_delta') {
        const more = asText(delta['partial_json']) ?? ''
        input += more
        return more.length
      }
      if (type !== 'citations_delta' || delta['citation'] === undefined) return undefined
      citations.push(delta['citation'])
      return writeJson(delta['citation']).length
    },
    whole: () => {
      const called = input.trim() === '' ? undefined : parseJson(input)
      if (input.trim() !== '' && !isObject(called)) return undefined
      return {
        ...begun,
        ...Object.fromEntries(texts),
        ...(citations.length === 0 ? {} : { citations }),
        ...(called === undefined ? {} : { input: called }),
      }
    },
  }
}
