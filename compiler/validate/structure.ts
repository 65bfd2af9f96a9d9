// Structural validation: the errors of the generated validators, one diagnostic per mistake. A failed union is
// reduced to the one relevant error, and a misspelled property is not also reported as missing.
import type { SchemaValidationError, Validator } from '../../schemas/generated/validators.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { suggest } from '../../schemas/values/suggest.ts'
import type { ParsedSource } from '../source.ts'
import type { ReportAt } from './report.ts'
import { foreignName } from './structure/foreign-names.ts'
import type { PropertyNames } from './structure/property-names.ts'
import { reportSchemaError } from './structure/report-schema-error.ts'
import { foldUnionErrors } from './structure/union-errors.ts'

export interface StructureResult {
  /** The values and names that were reported. */
  readonly reported: ReadonlySet<Pointer>
  /** The property names of an object, with misspelled ones corrected. */
  readonly intendedNames: (pointer: Pointer, value: JsonObject) => ReadonlySet<string>
}

/** Spelling corrections per text, since each name is compared with many candidates. */
const MAX_CORRECTIONS = 100

/** Errors per text that are turned into messages, many more than will be reported. */
const MAX_MESSAGES = 1000

/** The pointer that an error is about: for an additional property, that property. */
function errorPointer({ keyword, instancePath, params }: SchemaValidationError): Pointer {
  return keyword === 'additionalProperties'
    ? childPointer(instancePath, String(params['additionalProperty']))
    : instancePath
}

/** Validates a text, or the value at a pointer of it, and reports the errors. */
export function validateStructure(
  parsed: ParsedSource,
  validator: Validator,
  propertyNames: PropertyNames,
  report: ReportAt,
  part: { readonly value: Json; readonly pointer: Pointer } = { value: parsed.value, pointer: '' },
): StructureResult {
  const unionErrors = validator(part.value) ? [] : foldUnionErrors(validator.errors ?? [])
  const errors = unionErrors.map(each => ({ ...each, instancePath: part.pointer + each.instancePath }))
  const reported = new Set<Pointer>()
  const corrections = new Map<Pointer, readonly string[]>()
  for (const error of errors) {
    const pointer = errorPointer(error)
    reported.add(pointer)
    if (error.keyword !== 'additionalProperties' || corrections.size >= MAX_CORRECTIONS) continue
    const word = String(error.params['additionalProperty'])
    const known = propertyNames.names(error.instancePath)
    const foreign = foreignName(word, known)
    corrections.set(pointer, foreign === undefined ? suggest(word, known) : [foreign])
  }
  const intendedNames = (pointer: Pointer, value: JsonObject): ReadonlySet<string> =>
    new Set(
      Object.keys(value).flatMap(name => [name, ...(corrections.get(childPointer(pointer, name)) ?? [])]),
    )
  for (const error of errors.slice(0, MAX_MESSAGES))
    reportSchemaError({ parsed, propertyNames, corrections, intendedNames, report }, error)
  return { reported, intendedNames }
}
