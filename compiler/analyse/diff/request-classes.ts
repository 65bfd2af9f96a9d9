// The classes of requests that two plans tell apart: each class takes one way through the conditions of both. Where what is left of the
// two is equal, a class is not divided any further; where it has no choice any more, what it does is compared.
import type { Predicate } from '../../../schemas/generated/types.ts'
import { mayBeMet } from '../find-request.ts'
import type { Tree, TreeCase, TreeTable } from './behaviour.ts'

export interface RequestClass {
  readonly holds: readonly Predicate[]
  readonly fails: readonly Predicate[]
  /** What is left of each plan: trees without choices. */
  readonly left: Tree
  readonly right: Tree
}

export interface RequestClasses {
  /** Those for which the plans differ. */
  readonly different: readonly RequestClass[]
  /** The number of classes, of which all others are proved equal. */
  readonly count: number
  /** Whether there are more than are compared. */
  readonly isCutOff: boolean
}

export const MAX_CLASSES = 5000

interface OpenClass extends RequestClass {
  /** What is known of predicates, by number. */
  readonly known: ReadonlyMap<number, boolean>
}

/** `doSame`: whether two trees without choices do the same. */
export function compareClasses(
  left: Tree,
  right: Tree,
  table: TreeTable,
  doSame: (left: Tree, right: Tree) => boolean,
): RequestClasses {
  const different: RequestClass[] = []
  const open: OpenClass[] = [{ left, right, holds: [], fails: [], known: new Map() }]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (count >= MAX_CLASSES) return { different, count, isCutOff: true }
    const { known, holds, fails } = next
    const [one, other] = [decided(next.left, known, table), decided(next.right, known, table)]
    const undecided = one.id === other.id ? undefined : (firstCase(one) ?? firstCase(other))
    if (undecided === undefined) {
      count += 1
      if (one.id !== other.id && !doSame(one, other))
        different.push({ holds, fails, left: one, right: other })
      continue
    }
    const { predicate, key } = undecided
    const withHolds = { holds: [...holds, predicate], fails }
    const withFails = { holds, fails: [...fails, predicate] }
    // Those that meet it come first.
    for (const [way, value] of [[withFails, false] as const, [withHolds, true] as const])
      if (mayBeMet(way.holds, way.fails))
        open.push({ ...way, left: one, right: other, known: new Map(known).set(key, value) })
  }
  return { different, count, isCutOff: false }
}

/** The tree with the choices that are decided, and without the cases that do not hold. */
function decided(tree: Tree, known: ReadonlyMap<number, boolean>, table: TreeTable): Tree {
  if (tree.kind === 'call' || known.size === 0) return tree
  if (tree.kind === 'node') {
    const children = tree.children.map(child => decided(child, known, table))
    return children.every((child, index) => child === tree.children[index])
      ? tree
      : table.withChildren(tree, children)
  }
  const cases: TreeCase[] = []
  for (const each of tree.cases) {
    const value = known.get(each.key)
    if (value === false) continue
    if (value === true) return chosen(cases, decided(each.child, known, table), table)
    cases.push(each)
  }
  return cases.length === tree.cases.length
    ? tree
    : chosen(cases, decided(tree.otherwise, known, table), table)
}

const chosen = (cases: readonly TreeCase[], otherwise: Tree, table: TreeTable): Tree =>
  cases.length === 0 ? otherwise : table.choice(cases, otherwise)

function firstCase(tree: Tree): TreeCase | undefined {
  if (tree.kind === 'choice') return tree.cases[0]
  for (const child of tree.children) {
    const found = firstCase(child)
    if (found !== undefined) return found
  }
  return undefined
}
