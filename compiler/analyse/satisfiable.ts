// Whether a request can meet some predicates and not others: a condition that no request meets, or that every request which
// meets it has met before, is unreachable. Fields are independent, so each conjunction is decided field by field.
import type { Predicate } from '../../schemas/generated/types.ts'
import { fieldKey, hasValue, type SignedTest } from './field-values.ts'

export interface SignedPredicate {
  readonly predicate: Predicate
  readonly holds: boolean
}

/** Conjunctions that are tried; beyond, nothing is decided. */
const MAX_BRANCHES = 256
/** Tests of one conjunction. */
const MAX_TESTS = 400

export type Satisfiable = 'yes' | 'no' | 'not decided'

/** `yes` where a regular expression that is no literal decides. */
export function isSatisfiable(parts: readonly SignedPredicate[]): Satisfiable {
  const branches = conjunctionsOf(parts)
  if (branches === undefined) return 'not decided'
  return branches.some(isPossible) ? 'yes' : 'no'
}

/** The conjunctions of tests of which one must hold; undefined if they are too many. */
function conjunctionsOf(parts: readonly SignedPredicate[]): readonly (readonly SignedTest[])[] | undefined {
  const lists: (readonly (readonly SignedTest[])[])[] = []
  for (const part of parts) {
    const options = alternatives(part)
    if (options === undefined) return undefined
    lists.push(options)
  }
  let branches: readonly (readonly SignedTest[])[] = [[]]
  for (const options of lists.sort((one, other) => one.length - other.length)) {
    if (branches.length * options.length > MAX_BRANCHES) return undefined
    branches = branches.flatMap(branch => options.map(option => [...branch, ...option]))
    if (branches.some(({ length }) => length > MAX_TESTS)) return undefined
  }
  return branches
}

function isPossible(tests: readonly SignedTest[]): boolean {
  if (tests.length === 1) return hasValue(tests)
  const byField = Map.groupBy(tests, ({ test }) => fieldKey(test.field))
  return [...byField.values()].every(hasValue)
}

/** The conjunctions of which one must hold; undefined if they are too many. */
function alternatives({ predicate, holds }: SignedPredicate): readonly (readonly SignedTest[])[] | undefined {
  switch (predicate.test) {
    case 'always':
      return holds ? [[]] : []
    case 'never':
      return holds ? [] : [[]]
    case 'all':
    case 'any': {
      const options = predicate.of.map(part => alternatives({ predicate: part, holds }))
      // What does not hold turns a conjunction into alternatives.
      return (predicate.test === 'all') === holds ? joined(options) : listed(options)
    }
    default:
      return [[{ test: predicate, holds }]]
  }
}

type Options = readonly (readonly SignedTest[])[] | undefined

function listed(options: readonly Options[]): Options {
  const flat = options.flatMap(each => each ?? [])
  return options.includes(undefined) || flat.length > MAX_BRANCHES ? undefined : flat
}

const joined = (options: readonly Options[]): Options =>
  options.reduce<Options>(
    (left, right) => {
      if (left === undefined || right === undefined || left.length * right.length > MAX_BRANCHES)
        return undefined
      return left.flatMap(one => right.map(other => [...one, ...other]))
    },
    [[]],
  )
