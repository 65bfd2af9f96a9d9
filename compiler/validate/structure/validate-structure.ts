// Structural validation: the errors of the generated validators, one diagnostic per mistake. A failed union is
// reduced to the one relevant error, and a misspelled property is not also reported as missing.
import type { SchemaValidationError, Validator } from '../../../schemas/generated/validators.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer, parentPointer, pointerTokens } from '../../../schemas/values/pointer.ts'
import { suggest } from '../../../schemas/values/suggest.ts'
import { foldUnionErrors } from '../../../schemas/values/union-errors.ts'
import { propertyOfPeerWord } from '../../facts/canonical-names.ts'
import type { ParsedSource } from '../../source.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import type { PropertyNames } from './property-names.ts'
import { type MessageContext, mergedName, reportSchemaError } from './report-schema-error.ts'

export interface StructureResult {
  /** The values and names that were reported. */
  readonly reported: ReadonlySet<Pointer>
  /** Properties that nothing knows: nothing reads what is in them. */
  readonly unknown: ReadonlySet<Pointer>
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

/** Validates a source, or the value at a pointer of it, and reports the errors. */
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
  const misplaced = new Map<Pointer, readonly string[]>()
  for (const error of errors) {
    const pointer = errorPointer(error)
    reported.add(pointer)
    if (error.keyword !== 'additionalProperties' || corrections.size >= MAX_CORRECTIONS) continue
    const word = String(error.params['additionalProperty'])
    const known = propertyNames.names(error.instancePath)
    const foreign = foreignName(word, known)
    if (foreign === undefined && isProperty(propertyNames, outside(error.instancePath), word)) {
      const owner = outside(error.instancePath)
      misplaced.set(owner, [...(misplaced.get(owner) ?? []), word])
    } else corrections.set(pointer, foreign === undefined ? suggest(word, known) : [foreign])
  }
  const intendedNames = (pointer: Pointer, value: JsonObject): ReadonlySet<string> =>
    new Set([
      ...Object.keys(value).flatMap(name => [name, ...(corrections.get(childPointer(pointer, name)) ?? [])]),
      ...Object.keys(value).flatMap(name => mergedName(name, []) ?? []),
      ...(misplaced.get(pointer) ?? []),
    ])
  const accepts = acceptance(validator, part)
  for (const error of errors.slice(0, MAX_MESSAGES))
    reportSchemaError({ parsed, propertyNames, corrections, intendedNames, accepts, report }, error)
  const unknown = new Set(
    errors.filter(({ keyword }) => keyword === 'additionalProperties').map(errorPointer),
  )
  return { reported, unknown, intendedNames }
}

/** The object that contains an object; of the root there is none. */
const outside = (pointer: Pointer): Pointer => (pointer === '' ? NOWHERE : parentPointer(pointer))

/** A pointer that no value has. */
const NOWHERE = '-'

const isProperty = (propertyNames: PropertyNames, pointer: Pointer, name: string): boolean =>
  pointer !== NOWHERE && propertyNames.names(pointer).includes(name)

/** Fixes that are tried per text: each is a validation. */
const MAX_TRIALS = 50

/** Whether a value would be valid in a place, as far as is tried. */
function acceptance(
  validator: Validator,
  part: { readonly value: Json; readonly pointer: Pointer },
): MessageContext['accepts'] {
  let trials = 0
  return (pointer, value, isWhole = false) => {
    if (++trials > MAX_TRIALS || !pointer.startsWith(part.pointer)) return false
    const at = pointer.slice(part.pointer.length)
    if (validator(withValueAt(part.value, pointerTokens(at), value))) return true
    return !(validator.errors ?? []).some(
      ({ instancePath }) => instancePath === at || (isWhole && instancePath.startsWith(`${at}/`)),
    )
  }
}

function withValueAt(whole: Json, [token, ...tokens]: readonly string[], value: Json): Json {
  if (token === undefined) return value
  if (isJsonArray(whole))
    return whole.map((item, index) => (String(index) === token ? withValueAt(item, tokens, value) : item))
  return isJsonObject(whole)
    ? { ...whole, [token]: withValueAt(ownProperty(whole, token) ?? null, tokens, value) }
    : whole
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['base_url', 'custom_host'],
  ['options', 'targets'],
  ['retries', 'retry'],
  ['timeout', 'request_timeout'],
  ['guardrails', 'input_guardrails'],
  ['key', 'hash'],
])

/** The property that another gateway's word means, if it is one of the known ones. */
function foreignName(word: string, known: readonly string[]): string | undefined {
  const name = NAMES.get(word) ?? propertyOfPeerWord(word)
  return name !== undefined && known.includes(name) ? name : undefined
}
