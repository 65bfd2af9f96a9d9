// Structure: what the generated validators say of a value, told once a mistake. A failed union is folded into the one
// complaint that matters, and a misspelt name is not missed again under the name that was meant.
import type { Complaint, Validator } from '../../schemas/generated/validators.js'
import { suggest } from '../diagnostics/suggest.ts'
import { child, type Pointer } from '../pointer.ts'
import type { Json, JsonObject, ParsedSource } from '../source.ts'
import { fold } from './structure/fold.ts'
import type { Vocabulary } from './structure/known.ts'
import { say } from './structure/say.ts'
import type { Tell } from './tell.ts'

export interface Structure {
  /** The values and names about which a complaint was made. */
  readonly blamed: ReadonlySet<Pointer>
  /** The names of an object's properties, the misspelt ones as they were meant. */
  readonly meant: (pointer: Pointer, value: JsonObject) => ReadonlySet<string>
}

/** Misspelt names that are corrected in one text: a hostile one is full of them, and each is compared with many. */
const MOST_CORRECTED = 100

/** Complaints of one text that are put into words, many more than will be told. */
const MOST_SAID = 1000

/** The place that a complaint is about: for a property too many, the property. */
function placeOfComplaint({ keyword, instancePath, params }: Complaint): Pointer {
  return keyword === 'additionalProperties'
    ? child(instancePath, String(params['additionalProperty']))
    : instancePath
}

/** Runs a validator over a text, or over the value at a pointer of it, and reports what it finds. */
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
