// Lowers a query to one predicate: all its keys and all operators below a key must hold. What validation rejects
// (unknown operators, wrong operands) never holds, so lowering stays total.
import type { queryContexts, queryOperators } from '../../schemas/generated/facts.ts'
import type { ComparedPredicate, Field, Predicate } from '../../schemas/generated/types.ts'

type Operator = (typeof queryOperators)[number]
type Scalar = ComparedPredicate['value']

const NEVER: Predicate = { test: 'never' }

const all = (of: readonly Predicate[]): Predicate => ({ test: 'all', of })
const any = (of: readonly Predicate[]): Predicate => ({ test: 'any', of })

/** The predicate of a query; an empty query holds always. */
export function lowerQuery(query: unknown): Predicate {
  return all(
    entriesOf(query).map(([key, value]) => {
      if (key === '$and') return all(itemsOf(value).map(lowerQuery))
      if (key === '$or') return any(itemsOf(value).map(lowerQuery))
      const field = fieldOf(key)
      return field === undefined ? NEVER : lowerTests(field, value)
    }),
  )
}

/** A bare value means equality; an object holds operators. */
function lowerTests(field: Field, value: unknown): Predicate {
  if (isScalar(value)) return { test: 'equal', field, value }
  if (Array.isArray(value)) return NEVER
  return all(
    entriesOf(value).map(([operator, operand]) =>
      isOperator(operator) ? OPERATORS[operator](field, operand) : NEVER,
    ),
  )
}

const compared =
  (test: ComparedPredicate['test']) =>
  (field: Field, value: unknown): Predicate =>
    isScalar(value) ? { test, field, value } : NEVER

const listed =
  (test: 'in' | 'notIn') =>
  (field: Field, values: unknown): Predicate => ({ test, field, values: itemsOf(values).filter(isScalar) })

const OPERATORS: { readonly [operator in Operator]: (field: Field, operand: unknown) => Predicate } = {
  $eq: compared('equal'),
  $ne: compared('notEqual'),
  $gt: compared('greater'),
  $gte: compared('greaterOrEqual'),
  $lt: compared('less'),
  $lte: compared('lessOrEqual'),
  $in: listed('in'),
  $nin: listed('notIn'),
  $regex: (field, pattern) => (typeof pattern === 'string' ? { test: 'matches', field, pattern } : NEVER),
  $and: (field, operand) => all(itemsOf(operand).map(each => lowerTests(field, each))),
  $or: (field, operand) => any(itemsOf(operand).map(each => lowerTests(field, each))),
}

const isOperator = (text: string): text is Operator => Object.hasOwn(OPERATORS, text)

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

// The keys of a query name fields of the request: `metadata.<key>`, `params.<path>`, `url.pathname`. A metadata
// key is one name including dots; a params path descends by dots into objects and by [n] into arrays.

type Context = (typeof queryContexts)[number]

const FIELD_OF_CONTEXT: { readonly [context in Context]: (suffix: string) => Field } = {
  metadata: suffix => ({ from: 'metadata', path: [suffix] }),
  params: suffix => ({ from: 'params', path: pathOf(suffix) }),
  'url.pathname': () => ({ from: 'path', path: [] }),
}

/** The field a key names, or undefined where it names none of the contexts. */
export function fieldOf(key: string): Field | undefined {
  for (const [context, field] of Object.entries(FIELD_OF_CONTEXT)) {
    if (key === context) return field('')
    if (context !== 'url.pathname' && key.startsWith(`${context}.`))
      return field(key.slice(context.length + 1))
  }
  return undefined
}

const pathOf = (text: string): readonly (string | number)[] =>
  Array.from(text.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([name, index]) =>
    index === undefined ? name : Number(index),
  )
