// What is known about a request below a choice: which predicates hold, and which values a field has or has not. A field
// keeps its value while a request is routed, so what a choice above has decided, choices below need not test again.
import type { ComparedPredicate, Predicate } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'

type Value = ComparedPredicate['value']

/** What is known about one field. */
interface FieldFacts {
  /** The field is present and has one of these values; undefined if its values are not limited. */
  readonly among: readonly Value[] | undefined
  /** Values that it does not have, present or not. */
  readonly excluded: readonly Value[]
  readonly isPresent: boolean
}

export interface Facts {
  /** Whether a predicate holds, by its canonical text. */
  readonly results: ReadonlyMap<string, boolean>
  readonly fields: ReadonlyMap<string, FieldFacts>
}

export const NO_FACTS: Facts = { results: new Map(), fields: new Map() }

const UNKNOWN: FieldFacts = { among: undefined, excluded: [], isPresent: false }

/** The facts with those that follow when the predicate holds, or when it does not. */
export function learn(facts: Facts, predicate: Predicate, holds: boolean): Facts {
  const results = new Map(facts.results)
  const fields = new Map(facts.fields)
  const add = (part: Predicate): void => {
    results.set(canonicalJson(part), holds)
    // All parts of a conjunction that holds do, and none of an alternative that does not.
    if ('of' in part) {
      if ((part.test === 'all') === holds) for (const inner of part.of) add(inner)
      return
    }
    if (!('field' in part)) return
    const field = canonicalJson(part.field)
    const known = fields.get(field) ?? UNKNOWN
    fields.set(field, holds ? afterSuccess(known, part) : afterFailure(known, part))
  }
  add(predicate)
  return { results, fields }
}

type FieldTest = Exclude<Predicate, { test: 'always' | 'never' | 'all' | 'any' }>

function afterSuccess(known: FieldFacts, part: FieldTest): FieldFacts {
  const present = { ...known, isPresent: true }
  switch (part.test) {
    case 'equal':
      return limit(present, [part.value])
    case 'in':
      return limit(present, part.values)
    case 'notEqual':
      return exclude(present, [part.value])
    case 'notIn':
      return exclude(present, part.values)
    default:
      return present
  }
}

/** A test that fails says nothing of the presence of the field. */
function afterFailure(known: FieldFacts, part: FieldTest): FieldFacts {
  if (part.test === 'equal') return exclude(known, [part.value])
  return part.test === 'in' ? exclude(known, part.values) : known
}

const limit = (known: FieldFacts, values: readonly Value[]): FieldFacts => ({
  ...known,
  among: values.filter(value => known.among?.includes(value) !== false && !known.excluded.includes(value)),
})

const exclude = (known: FieldFacts, values: readonly Value[]): FieldFacts => ({
  ...known,
  among: known.among?.filter(value => !values.includes(value)),
  excluded: [...known.excluded, ...values],
})

/** The predicate with the parts that the facts decide replaced by constants. */
export function applyFacts(predicate: Predicate, facts: Facts): Predicate {
  const result = resultOf(predicate, facts)
  if (result !== undefined) return { test: result ? 'always' : 'never' }
  return 'of' in predicate
    ? { test: predicate.test, of: predicate.of.map(part => applyFacts(part, facts)) }
    : predicate
}

/** Undefined where the facts decide nothing. */
function resultOf(predicate: Predicate, { results, fields }: Facts): boolean | undefined {
  const known = results.get(canonicalJson(predicate))
  if (known !== undefined || !('field' in predicate)) return known
  const facts = fields.get(canonicalJson(predicate.field))
  if (facts === undefined) return undefined
  switch (predicate.test) {
    case 'equal':
      return isAmong(facts, [predicate.value])
    case 'in':
      return isAmong(facts, predicate.values)
    case 'notEqual':
      return isOutside(facts, [predicate.value])
    case 'notIn':
      return isOutside(facts, predicate.values)
    default:
      return undefined
  }
}

function isAmong({ among, excluded }: FieldFacts, values: readonly Value[]): boolean | undefined {
  if (among?.every(value => values.includes(value)) === true) return true
  const isImpossible =
    among?.every(value => !values.includes(value)) === true || values.every(value => excluded.includes(value))
  return isImpossible ? false : undefined
}

/** A field that may be missing is not known to be outside. */
function isOutside(facts: FieldFacts, values: readonly Value[]): boolean | undefined {
  const among = isAmong(facts, values)
  return among === undefined || !facts.isPresent ? undefined : !among
}
