// The classes of requests that two plans distinguish: each class takes one way through the conditions of both. Where what is left of the
// two is equal, a class is not divided any further; where it has no choice any more, what it does is compared.
import type { FormulaOf } from '../conditions/formula.ts'
import { assume, EVERYTHING, type Region, statusIn } from '../conditions/region.ts'
import { type Effort, hasRequest, type SignedPredicate } from '../conditions/solve.ts'
import type { ChoiceTree, Tree, TreeTable } from './behaviour.ts'

/** The conditions of a class, the latest first. */
export interface ClassPath extends SignedPredicate {
  readonly key: number
  readonly before: ClassPath | undefined
  readonly length: number
}

export interface RequestClass {
  readonly path: ClassPath | undefined
  /** The requests of it. */
  readonly region: Region
  /** What is left of each plan: trees without choices. */
  readonly left: Tree
  readonly right: Tree
}

export interface RequestClasses {
  /** Those for which the plans differ, if a request meets them. */
  readonly different: readonly RequestClass[]
  /** The number of classes, of which all others are proved equal. */
  readonly count: number
  /** Why no more are compared. */
  readonly cutOff?: 'classes' | 'effort'
}

/** Beyond, no more are compared. */
const MAX_CLASSES = 20_000
/** The classes that differ, which are collected. */
const MAX_DIFFERENT = 5_000

/** Alternatives that are looked at: some seconds. */
export const COMPARISON_EFFORT = 20_000_000

export interface ClassContext {
  readonly table: TreeTable
  readonly formulaOf: FormulaOf
  /** Whether two trees without choices do the same. */
  readonly doSame: (left: Tree, right: Tree) => boolean
  readonly effort: Effort
}

export function compareClasses(left: Tree, right: Tree, context: ClassContext): RequestClasses {
  const { formulaOf, doSame, effort } = context
  const different: RequestClass[] = []
  const open: RequestClass[] = [{ left, right, path: undefined, region: EVERYTHING }]
  /** What is known on the way to the class, by the numbers of predicates. */
  const trail = createTrail()
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, region } = next
    trail.goTo(path)
    const residual = residualIn(region, trail.known, context)
    const [one, other] = [residual(next.left), residual(next.right)]
    const isEqual = one.id === other.id
    if (!isEqual && region.alternatives !== undefined && hasRequest(region, effort) === 'no') continue
    if (count >= MAX_CLASSES || different.length >= MAX_DIFFERENT)
      return { different, count, cutOff: 'classes' }
    if (effort.left <= 0) return { different, count, cutOff: 'effort' }
    const choice = isEqual ? undefined : (firstChoice(one) ?? firstChoice(other))
    if (choice === undefined) {
      count += 1
      if (!isEqual && !doSame(one, other)) different.push({ path, region, left: one, right: other })
      continue
    }
    const { predicate, key } = choice
    // Those that meet it come first.
    for (const holds of [false, true]) {
      const part = assume(region, formulaOf(predicate, holds))
      const length = (path?.length ?? 0) + 1
      if (part !== undefined)
        open.push({
          left: one,
          right: other,
          path: { predicate, holds, key, before: path, length },
          region: part,
        })
    }
  }
  return { different, count }
}

/** The conditions of a class, the first first. */
export function conditionsOnPath(path: ClassPath | undefined): readonly SignedPredicate[] {
  const parts: SignedPredicate[] = []
  for (let at = path; at !== undefined; at = at.before) parts.push(at)
  return parts.reverse()
}

interface Trail {
  readonly known: ReadonlyMap<number, boolean>
  readonly goTo: (path: ClassPath | undefined) => void
}

/** Goes from a class to the next: the way to it begins as the way to the class before. */
function createTrail(): Trail {
  const known = new Map<number, boolean>()
  const keys: number[] = []
  return {
    known,
    goTo: path => {
      if (path === undefined) return
      while (keys.length >= path.length) known.delete(keys.pop() ?? 0)
      keys.push(path.key)
      known.set(path.key, path.holds)
    },
  }
}

/** The tree without the choices that are decided. */
function residualIn(
  region: Region,
  known: ReadonlyMap<number, boolean>,
  { table, formulaOf }: ClassContext,
): (tree: Tree) => Tree {
  const residual = (tree: Tree): Tree => {
    let left = tree
    while (left.kind === 'choice') {
      const status = statusIn(region, formulaOf(left.predicate, true))
      const holds = status === 'open' ? known.get(left.key) : status === 'holds'
      if (holds === undefined) return left
      left = holds ? left.then : left.otherwise
    }
    if (left.kind === 'call') return left
    const children = left.children.map(residual)
    return children.every((child, index) => child === left.children[index])
      ? left
      : table.withChildren(left, children)
  }
  return residual
}

function firstChoice(tree: Tree): ChoiceTree | undefined {
  if (tree.kind === 'choice') return tree
  for (const child of tree.children) {
    const found = firstChoice(child)
    if (found !== undefined) return found
  }
  return undefined
}
