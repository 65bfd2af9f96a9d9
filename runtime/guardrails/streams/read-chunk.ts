// What one chunk of a vendor stream means for a judgement by windows: texts that grow, or something that says nothing
// before it is whole, such as a call.
import type { JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, isObject } from '../../providers/wire/json.ts'

/** A text that a chunk adds: of which choice, under which name. */
export interface AddedText {
  readonly choice: number
  readonly name: string
  readonly text: string
}

export interface ReadChunk {
  readonly texts: readonly AddedText[]
  /** It brings something besides texts, which is judged when all of it is there. */
  readonly heavy: boolean
}

/** What grows piece by piece and is read by people. */
const TEXTS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning_content', 'reasoning'])
/** What says nothing, or repeats the text beside it. */
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
