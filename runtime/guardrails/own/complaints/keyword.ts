// What the keywords of a schema of parameters are linked to: a walk over a value that tells every complaint.
import type { Pointer } from '../../../../compiler/pointer.ts'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import type { Complaint } from '../../../../schemas/generated/validators.js'

export type Tell = (complaint: Complaint) => void
export type Walk = (value: Json, at: Pointer, tell: Tell) => void

/** What linking one schema needs of the whole. */
export interface Linking {
  /** Links a schema below this one, whose place in it is `path`. */
  readonly below: (schema: Json | undefined, path: string) => Walk
  /** Notes a mistake of the schema: a sentence. */
  readonly mistake: (sentence: string) => void
}

/** Links one keyword; undefined where the schema does not ask for anything by it. */
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
