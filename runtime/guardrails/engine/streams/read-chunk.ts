// What one chunk of a vendor stream contributes to a window: text deltas, or something that can only be evaluated
// when it is complete, such as a tool call.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../../schemas/values/json.ts'

/** A text delta of a chunk, with its choice and field. */
export interface TextDelta {
  /** Undefined for a text in a field that is not known. */
  readonly choice: number | undefined
  readonly name: string
  readonly text: string
}

export interface ChunkContent {
  readonly texts: readonly TextDelta[]
  /** It has something besides texts, which is evaluated when it is complete. */
  readonly needsWhole: boolean
}

/** Fields with text deltas. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning_content', 'reasoning'])
/** Fields without content, or that repeat the adjacent text. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['role', 'content_blocks'])

export function readStreamChunk(chunk: JsonObject): ChunkContent {
  const texts: TextDelta[] = []
  let needsWhole = false
  for (const item of asList(chunk['choices'])) {
    const { index, text, delta } = asObject(item)
    const choice = typeof index === 'number' ? index : 0
    if (typeof text === 'string') texts.push({ choice, name: 'text', text })
    const fields = Object.entries(asObject(delta))
    for (const [name, value] of fields)
      if (TEXT_FIELDS.has(name) && typeof value === 'string') texts.push({ choice, name, text: value })
      else if (!IGNORED_FIELDS.has(name) && isFilled(value)) needsWhole = true
    const hasText = fields.some(([name, value]) => TEXT_FIELDS.has(name) && isFilled(value))
    if (!hasText && fields.some(([name, value]) => name === 'content_blocks' && isFilled(value)))
      needsWhole = true
  }
  return { texts, needsWhole }
}

const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== '' &&
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isObject(value) && Object.keys(value).length === 0)
