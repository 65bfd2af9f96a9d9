// Origins are stored as a tree and looked up by pointer. Materializing the pointer of every value would take quadratic
// space for hostile sources (one long key with thousands of values), so pointers are built only on iteration.
import { childPointer, type Pointer, pointerTokens } from '../../schemas/values/pointer.ts'
import type { Origin } from '../source.ts'

/** The origin of a value and of its children: a map for an object, a list for an array. */
export interface OriginTree {
  readonly origin: Origin
  readonly children?: ReadonlyMap<string, OriginTree> | readonly OriginTree[]
}

const INDEX = /^(?:0|[1-9]\d*)$/

function descend(tree: OriginTree, token: string): OriginTree | undefined {
  const { children } = tree
  if (children === undefined) return undefined
  if (children instanceof Map) return children.get(token)
  return INDEX.test(token) ? (children as readonly OriginTree[])[Number(token)] : undefined
}

function find(root: OriginTree, pointer: Pointer): OriginTree | undefined {
  let tree: OriginTree | undefined = root
  for (const token of pointerTokens(pointer)) tree = tree && descend(tree, token)
  return tree
}

function* walk(tree: OriginTree, pointer: Pointer): Generator<[Pointer, Origin], undefined> {
  yield [pointer, tree.origin]
  for (const [key, below] of tree.children?.entries() ?? []) yield* walk(below, childPointer(pointer, key))
}

function* pick<T>(root: OriginTree, side: (entry: [Pointer, Origin]) => T): Generator<T, undefined> {
  for (const entry of walk(root, '')) yield side(entry)
}

function count(tree: OriginTree): number {
  let sum = 1
  for (const below of tree.children?.values() ?? []) sum += count(below)
  return sum
}

/** The map that `load` returns, which is called at the first look-up: most sources have no mistake to locate. */
export function deferOriginMap(load: () => ReadonlyMap<Pointer, Origin>): ReadonlyMap<Pointer, Origin> {
  let loaded: ReadonlyMap<Pointer, Origin> | undefined
  const map = (): ReadonlyMap<Pointer, Origin> => {
    loaded ??= load()
    return loaded
  }
  return {
    get: pointer => map().get(pointer),
    has: pointer => map().has(pointer),
    get size() {
      return map().size
    },
    entries: () => map().entries(),
    [Symbol.iterator]: () => map()[Symbol.iterator](),
    keys: () => map().keys(),
    values: () => map().values(),
    forEach: visit => map().forEach(visit),
  }
}

/** The tree as the map of `ParsedSource`. A lookup takes time proportional to the depth of the pointer; nothing is copied. */
export function createOriginMap(root: OriginTree): ReadonlyMap<Pointer, Origin> {
  const entries = () => walk(root, '')
  return {
    get: pointer => find(root, pointer)?.origin,
    has: pointer => find(root, pointer) !== undefined,
    get size() {
      return count(root)
    },
    entries,
    [Symbol.iterator]: entries,
    keys: () => pick(root, ([pointer]) => pointer),
    values: () => pick(root, ([, origin]) => origin),
    forEach(visit) {
      for (const [pointer, origin] of entries()) visit(origin, pointer, this)
    },
  }
}
