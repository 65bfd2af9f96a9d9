// Parameters of requests: values of known ones have a type and a range that a route accepts, and a name may misspell one. A model may allow
// more than the interface names, so only a wrong type is an error, and only what is almost certainly a misspelling is suggested.
import { type ParameterFact, parameters } from '../../../schemas/generated/parameters.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { editDistance, suggest } from '../../../schemas/values/suggest.ts'
import { adviseTypes } from '../../../schemas/values/type-names.ts'
import type { ReportAt } from '../reporting/report.ts'
import { describeValue, isJsonArray, isJsonObject, ungroupedNumber } from './json-values.ts'

/** The JSON type of a value, `integer` for a number without a fraction. */
function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

export const hasType = (value: Json, types: readonly string[]): boolean => {
  const type = typeOf(value)
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

export function describeRange({ minimum, maximum }: ParameterFact): string {
  if (minimum === undefined) return `at most ${maximum}`
  return maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`
}

const isOutside = (value: Json | undefined, { minimum, maximum }: ParameterFact): value is number =>
  typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value))

/** The numbers of a value with their pointers: itself, or those of an object such as `logit_bias`. */
const numbersOf = (value: Json, at: Pointer): readonly (readonly [Json, Pointer])[] =>
  isJsonObject(value)
    ? Object.entries(value).map(([name, inner]) => [inner, childPointer(at, name)])
    : [[value, at]]

/** `subject` names the value in a sentence: `The override of "top_p"`. */
export function reportParameterValue(
  report: ReportAt,
  subject: string,
  name: string,
  value: Json,
  at: Pointer,
  fact: ParameterFact,
): void {
  if (fact.types !== undefined && !hasType(value, fact.types)) {
    const wanted = joinNames(adviseTypes(fact.types), 'or')
    const ungrouped = ungroupedNumber(value)
    const advice = ungrouped === undefined ? '' : ` Write ${ungrouped}.`
    report('wrong-type', at, `${subject} must be ${wanted}, not ${describeValue(value)}.${advice}`)
    return
  }
  for (const [number, pointer] of numbersOf(value, at))
    if (isOutside(number, fact)) {
      const owner = pointer === at ? subject : `A value of "${name}"`
      const message = `${owner} is ${number}, but the interface allows ${describeRange(fact)}. Most providers reject it.`
      report('override-out-of-range', pointer, message)
    }
}

/** Shorter names have near neighbours that are parameters of some provider. */
const MIN_LENGTH = 5
const MAX_EDITS = 2

const foldCase = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase()

const byFoldedName: ReadonlyMap<string, string> = new Map(
  Object.keys(parameters).map(name => [foldCase(name), name]),
)

/** The parameters that a name misspells; empty for a known parameter, and for one that only a provider may know. */
export function nearParameters(name: string): readonly string[] {
  if (Object.hasOwn(parameters, name)) return []
  const sameLetters = byFoldedName.get(foldCase(name))
  if (sameLetters !== undefined) return [sameLetters]
  if (name.length < MIN_LENGTH) return []
  return suggest(name, Object.keys(parameters)).filter(
    near => editDistance(name, near, MAX_EDITS) <= MAX_EDITS,
  )
}
