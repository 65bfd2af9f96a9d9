// The tree of a pattern → its graph of positions (Glushkov): a state for each set of characters, and an edge for each way
// in which one can follow another, so that two ways of a backtracking engine are two edges.
import { ANY, type CharacterSet, NONE } from './character-set.ts'
import type { PatternNode } from './parse-pattern.ts'
import type { Steps } from './steps.ts'

export interface PositionGraph {
  /** The characters of each state. State 0 is the start, which reads any character where the pattern is not anchored. */
  readonly sets: readonly CharacterSet[]
  /** The states after each state; one that can be reached in several ways is there twice. */
  readonly edges: readonly (readonly number[])[]
  /** The same for those after which an engine may also succeed. */
  readonly ways: readonly (readonly number[])[]
}

/** A repetition with more states is one without end, which has all its ways and more. */
const MAX_COPIES = 64

/** States with the number of ways to them: one, or two for any more. */
type Ways = Map<number, number>

/** Where a match of a part can start and end, and the ways in which it can be empty. */
interface Part {
  readonly first: Ways
  readonly last: Ways
  readonly empty: number
}

interface Builder {
  readonly sets: CharacterSet[]
  readonly follow: Ways[]
  readonly steps: Steps
}

const NOTHING: Part = { first: new Map(), last: new Map(), empty: 1 }

const capped = (ways: number): number => Math.min(2, ways)

function add(steps: Steps, to: Ways, from: Ways, factor: number): void {
  if (factor === 0) return
  for (const [state, ways] of from) {
    steps.take()
    to.set(state, capped((to.get(state) ?? 0) + ways * factor))
  }
}

function union(steps: Steps, one: Ways, other: Ways, factor: number): Ways {
  if (factor === 0) return one
  const all = new Map(one)
  add(steps, all, other, factor)
  return all
}

/** Adds the edges from the ends of one part to the starts of another. */
function connect({ follow, steps }: Builder, last: Ways, first: Ways): void {
  for (const [state, ways] of last) add(steps, follow[state] as Ways, first, ways)
}

function joined(builder: Builder, one: Part, other: Part): Part {
  connect(builder, one.last, other.first)
  return {
    first: union(builder.steps, one.first, other.first, one.empty),
    last: union(builder.steps, other.last, one.last, other.empty),
    empty: capped(one.empty * other.empty),
  }
}

/** An engine does not repeat what is empty. */
const optional = (part: Part): Part => ({ ...part, empty: 1 })

const sizeOf = (node: PatternNode): number => {
  if (node.kind === 'set') return 1
  if (node.kind === 'empty') return 0
  if (node.kind === 'repeat') return sizeOf(node.item)
  return node.items.reduce((sum, item) => sum + sizeOf(item), 0)
}

function build(builder: Builder, node: PatternNode): Part {
  switch (node.kind) {
    case 'set': {
      builder.steps.take()
      const state = builder.sets.push(node.set) - 1
      builder.follow.push(new Map())
      return { first: new Map([[state, 1]]), last: new Map([[state, 1]]), empty: 0 }
    }
    case 'empty':
      return NOTHING
    case 'sequence':
      return node.items.reduceRight((part, item) => joined(builder, build(builder, item), part), NOTHING)
    case 'choice': {
      const parts = node.items.map(item => build(builder, item))
      const [first, last]: [Ways, Ways] = [new Map(), new Map()]
      for (const part of parts) {
        add(builder.steps, first, part.first, 1)
        add(builder.steps, last, part.last, 1)
      }
      return { first, last, empty: capped(parts.reduce((sum, part) => sum + part.empty, 0)) }
    }
    case 'repeat':
      return repeated(builder, node)
  }
}

function repeated(builder: Builder, node: PatternNode & { kind: 'repeat' }): Part {
  const size = sizeOf(node.item)
  if (size === 0) return NOTHING
  const most = Math.floor(MAX_COPIES / size)
  // Of the copies that are too many, one without end is left.
  const isEndless = node.max > Math.max(most, 1)
  const least = Math.min(node.min, Math.max(most, 1))
  if (isEndless) {
    const part = build(builder, node.item)
    connect(builder, part.last, part.first)
    let all = least === 0 ? optional(part) : part
    for (let copy = 1; copy < least; copy += 1) all = joined(builder, build(builder, node.item), all)
    return all
  }
  let all = NOTHING
  for (let copy = node.max; copy > 0; copy -= 1) {
    all = joined(builder, build(builder, node.item), all)
    if (copy > least) all = optional(all)
  }
  return all
}

const startsAtStart = (node: PatternNode): boolean =>
  node.kind === 'empty'
    ? node.anchor === 'start'
    : node.kind === 'sequence'
      ? node.items.slice(0, 1).some(startsAtStart)
      : node.kind === 'choice' && node.items.every(startsAtStart)

/** Whether a match may be refused at its end or within: by any anchor that is not at the start. */
const isRefused = (node: PatternNode, atStart: boolean): boolean => {
  if (node.kind === 'set') return false
  if (node.kind === 'empty') return !atStart || node.anchor !== 'start'
  if (node.kind === 'repeat') return isRefused(node.item, false)
  return node.items.some((item, index) => isRefused(item, atStart && (index === 0 || node.kind === 'choice')))
}

/**
 * The graph of what an engine may try in vain. Where a match may end anywhere, a state at which one ends is a success, so nothing is
 * tried again because of it; what the engine tries after it starts there at any character.
 */
export function positionGraph(node: PatternNode, steps: Steps): PositionGraph {
  const builder: Builder = { sets: [NONE], follow: [new Map()], steps }
  const part = build(builder, node)
  const edges = [part.first, ...builder.follow.slice(1)].map(ways =>
    [...ways].flatMap(([state, count]) => (count > 1 ? [state, state] : [state])),
  )
  const ways = [...edges]
  const start = edges[0] ?? []
  const succeeds = !isRefused(node, true)
  let isLoop = !startsAtStart(node) && !(succeeds && part.empty > 0)
  if (succeeds) {
    const ends = part.last
    const tried = new Set(
      [...ends.keys()].flatMap(state => edges[state] ?? []).filter(state => !ends.has(state)),
    )
    for (const [state, after] of edges.entries())
      edges[state] = ends.has(state) ? [] : after.filter(next => !ends.has(next))
    if (tried.size > 0) {
      isLoop = true
      edges[0] = [...new Set([...start.filter(state => !ends.has(state)), ...tried])]
    }
  }
  if (isLoop) edges[0] = [0, ...(edges[0] ?? [])]
  return { sets: isLoop ? [ANY, ...builder.sets.slice(1)] : builder.sets, edges, ways }
}

/** The strongly connected components of a graph. */
export interface Components {
  /** The component of each state that can be reached. Edges lead to components with smaller numbers. */
  readonly of: ReadonlyMap<number, number>
  /** Whether the states of a component can be reached from themselves. */
  readonly isCycle: readonly boolean[]
}

interface Visit {
  readonly state: number
  readonly order: number
  readonly after: readonly number[]
  low: number
  at: number
}

/** By the algorithm of Tarjan, without recursion. */
export function componentsOf(start: number, successors: (state: number) => readonly number[]): Components {
  const of = new Map<number, number>()
  const isCycle: boolean[] = []
  const orders = new Map<number, number>()
  const open: number[] = []
  const visit = (state: number): Visit => {
    const order = orders.size
    orders.set(state, order)
    open.push(state)
    return { state, order, after: successors(state), low: order, at: 0 }
  }
  const path = [visit(start)]
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.after[top.at]
    top.at += 1
    if (next !== undefined) {
      const order = orders.get(next)
      if (order === undefined) path.push(visit(next))
      else if (!of.has(next)) top.low = Math.min(top.low, order)
      continue
    }
    path.pop()
    const parent = path.at(-1)
    if (parent !== undefined) parent.low = Math.min(parent.low, top.low)
    if (top.low < top.order) continue
    const members = open.splice(open.lastIndexOf(top.state))
    for (const member of members) of.set(member, isCycle.length)
    isCycle.push(members.length > 1 || top.after.includes(top.state))
  }
  return { of, isCycle }
}
