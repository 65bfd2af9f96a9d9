// Structural validation: the errors of the generated validators, one diagnostic per mistake. A failed union is
// reduced to the one relevant error, and a misspelled property is not also reported as missing.
import type { Complaint, Validator } from '../../schemas/generated/validators.js'
import { suggest } from '../diagnostics/suggest.ts'
import { child, type Pointer } from '../pointer.ts'
import type { Json, JsonObject, ParsedSource } from '../source.ts'
import { fold } from './structure/fold.ts'
import type { Vocabulary } from './structure/known.ts'
import { say } from './structure/say.ts'
import type { Tell } from './tell.ts'

export interface Structure {
  /** The values and names that were reported. */
  readonly blamed: ReadonlySet<Pointer>
  /** The property names of an object, with misspelled ones corrected. */
  readonly meant: (pointer: Pointer, value: JsonObject) => ReadonlySet<string>
}

/** Spelling corrections per text, since each name is compared with many candidates. */
const MOST_CORRECTED = 100

/** Errors per text that are turned into messages, many more than will be reported. */
const MOST_SAID = 1000

/** The pointer that an error is about: for an additional property, that property. */
function placeOfComplaint({ keyword, instancePath, params }: Complaint): Pointer {
  return keyword === 'additionalProperties'
    ? child(instancePath, String(params['additionalProperty']))
    : instancePath
}

/** Validates a text, or the value at a pointer of it, and reports the errors. */
export function judgeStructure(
  parsed: ParsedSource,
  validator: Validator,
  vocabulary: Vocabulary,
  tell: Tell,
  part: { readonly value: Json; readonly pointer: Pointer } = { value: parsed.value, pointer: '' },
): Structure {
  const found = validator(part.value) ? [] : fold(validator.errors ?? [])
  const complaints = found.map(each => ({ ...each, instancePath: part.pointer + each.instancePath }))
  const blamed = new Set<Pointer>()
  const corrections = new Map<Pointer, readonly string[]>()
  for (const complaint of complaints) {
    const pointer = placeOfComplaint(complaint)
    blamed.add(pointer)
    if (complaint.keyword !== 'additionalProperties' || corrections.size >= MOST_CORRECTED) continue
    const names = suggest(
      String(complaint.params['additionalProperty']),
      vocabulary.names(complaint.instancePath),
    )
    corrections.set(pointer, names)
  }
  const meant = (pointer: Pointer, value: JsonObject): ReadonlySet<string> =>
    new Set(Object.keys(value).flatMap(name => [name, ...(corrections.get(child(pointer, name)) ?? [])]))
  for (const complaint of complaints.slice(0, MOST_SAID))
    say({ parsed, vocabulary, corrections, meant, tell }, complaint)
  return { blamed, meant }
}
