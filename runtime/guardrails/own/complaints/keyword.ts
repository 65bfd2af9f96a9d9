// What the keywords of a parameter schema are linked to: a walk over a value that reports every error.
import type { Pointer } from '../../../../compiler/pointer.ts'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import type { Complaint } from '../../../../schemas/generated/validators.js'

export type Tell = (complaint: Complaint) => void
export type Walk = (value: Json, at: Pointer, tell: Tell) => void

/** The context for linking one schema. */
export interface Linking {
  /** Links a schema below this one, at `path` within it. */
  readonly below: (schema: Json | undefined, path: string) => Walk
  /** Reports an error of the schema: a sentence. */
  readonly mistake: (sentence: string) => void
}

/** Links one keyword; undefined when it requires nothing. */
export type Keyword = (wanted: Json, linking: Linking, schema: JsonObject) => Walk | undefined

export const complaint = (
  instancePath: Pointer,
  keyword: string,
  params: Complaint['params'] = {},
): Complaint => ({ instancePath, schemaPath: `#/${keyword}`, keyword, params })

export function complaintsOf(walk: Walk, value: Json, at: Pointer): readonly Complaint[] {
  const complaints: Complaint[] = []
  walk(value, at, each => void complaints.push(each))
  return complaints
}
