// What one chunk of a vendor stream contributes to a window: text deltas, or something that can only be evaluated
// when it is complete, such as a tool call.
import type { JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, isObject } from '../../providers/wire/json.ts'

/** A text delta of a chunk, with its choice and field. */
export interface AddedText {
  readonly choice: number
  readonly name: string
  readonly text: string
}

export interface ReadChunk {
  readonly texts: readonly AddedText[]
  /** It has something besides texts, which is evaluated when it is complete. */
  readonly heavy: boolean
}

/** Fields with text deltas. */
const TEXTS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning_content', 'reasoning'])
/** Fields without content, or that repeat the text beside them. */
const SILENT: ReadonlySet<string> = new Set(['role', 'content_blocks'])

export function readChunk(chunk: JsonObject): ReadChunk {
  const texts: AddedText[] = []
  let heavy = false
  for (const item of asList(chunk['choices'])) {
    const { index, text, delta } = asObject(item)
    const choice = typeof index === 'number' ? index : 0
    if (typeof text === 'string') texts.push({ choice, name: 'text', text })
    const fields = Object.entries(asObject(delta))
    for (const [name, value] of fields)
      if (TEXTS.has(name) && typeof value === 'string') texts.push({ choice, name, text: value })
      else if (!SILENT.has(name) && isFilled(value)) heavy = true
    const spoken = fields.some(([name, value]) => TEXTS.has(name) && isFilled(value))
    if (!spoken && fields.some(([name, value]) => name === 'content_blocks' && isFilled(value))) heavy = true
  }
  return { texts, heavy }
}

const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== '' &&
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isObject(value) && Object.keys(value).length === 0)
