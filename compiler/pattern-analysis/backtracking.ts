// How a backtracking engine slows down with the length of the input: exponentially if a state of the pattern can be reached from
// itself in two ways by one string, else by a polynomial whose degree is the number of loops in a row that can share a string (Weber and
// Seidl, "On the degree of ambiguity of finite automata", 1991). Positions of repetitions with large counts are those of loops, and
// all ways are counted, so the degree is an upper bound; what is above the limit is called catastrophic only if the engine, run
// on an input made of the loops, takes so many steps.
import { stepsOfSearch } from './backtrack.ts'
import { type CharacterSet, characterIn, charactersOfEach, NONE } from './character-set.ts'
import { type PatternNode, parsePattern } from './parse-pattern.ts'
import { type Components, componentsOf, type PositionGraph, positionGraph } from './position-graph.ts'
import { limitSteps, OutOfSteps, type Steps } from './steps.ts'

export type Backtracking =
  /** At most so many powers of the length; 0 where nothing is repeated. */
  | { readonly kind: 'bounded'; readonly degree: number }
  /** `degree` is infinite if the growth is exponential. `input` is slow already. */
  | { readonly kind: 'catastrophic'; readonly degree: number; readonly input: string }
  /** The syntax is not covered, the steps were not enough, or no input was found that is slow. */
  | { readonly kind: 'unknown' }

/** Polynomials up to this degree are accepted: `.*a.*` is common, and inputs are 32 KiB at most. */
const MAX_DEGREE = 2

const MAX_STEPS = 30_000
/** Steps of the engine on one input. */
const MAX_TRIED = 40_000

/** Two states that one text leads to from one, each in a loop of its own: the text of both loops and of the way between them. */
interface Link {
  readonly from: number
  readonly to: number
  readonly loop: readonly CharacterSet[]
}

/** What is repeated of an input, and what is not. */
interface Piece {
  readonly sets: readonly CharacterSet[]
  readonly isRepeated: boolean
}

export function backtrackingOf(pattern: string): Backtracking {
  const node = parsePattern(pattern)
  if (node === undefined) return { kind: 'unknown' }
  const steps = limitSteps(MAX_STEPS)
  try {
    const graph = positionGraph(node, steps)
    const pairs = pairsOf(graph, steps)
    const ambiguous = ambiguousLoop(graph, pairs, steps)
    if (ambiguous !== undefined)
      return tried(node, graph, ambiguous, Number.POSITIVE_INFINITY) ?? { kind: 'unknown' }
    const chain = longestChain(graph, pairs, steps)
    if (chain.degree <= MAX_DEGREE) return { kind: 'bounded', degree: chain.degree }
    return tried(node, graph, chain.pieces(), chain.degree) ?? { kind: 'unknown' }
  } catch (error) {
    if (error instanceof OutOfSteps) return { kind: 'unknown' }
    throw error
  }
}

interface Pairs {
  readonly size: number
  readonly after: (pair: number) => readonly number[]
  readonly components: Components
}

/** Pairs of states that one text leads to, the smaller state first. */
function pairsOf({ sets, edges }: PositionGraph, steps: Steps): Pairs {
  const size = sets.length
  const known = new Map<number, readonly number[]>()
  const after = (pair: number): readonly number[] => {
    const found = known.get(pair)
    if (found !== undefined) return found
    const [one, other] = [Math.floor(pair / size), pair % size]
    const next = new Set<number>()
    for (const p of edges[one] ?? [])
      for (const q of edges[other] ?? []) {
        steps.take()
        if (((sets[p] ?? NONE) & (sets[q] ?? NONE)) !== NONE) next.add(Math.min(p, q) * size + Math.max(p, q))
      }
    const list = [...next]
    known.set(pair, list)
    return list
  }
  return { size, after, components: componentsOf(0, after) }
}

/** The shortest way between two states by breadth, as the states after the first; undefined if there is none. */
function wayTo(
  from: number,
  isEnd: (state: number) => boolean,
  successors: (state: number) => readonly number[],
): readonly number[] | undefined {
  const before = new Map<number, number | undefined>([[from, undefined]])
  for (const state of before.keys())
    for (const next of successors(state)) {
      if (isEnd(next)) {
        const way = [next]
        for (let at: number | undefined = state; at !== undefined && at !== from; at = before.get(at))
          way.push(at)
        return way.reverse()
      }
      if (!before.has(next)) before.set(next, state)
    }
  return undefined
}

/** A state to which a string leads back in two ways: the way to it, and the string. */
function ambiguousLoop(graph: PositionGraph, pairs: Pairs, steps: Steps): readonly Piece[] | undefined {
  const { size, after, components } = pairs
  const isEqual = (pair: number): boolean => Math.floor(pair / size) === pair % size
  const equal = new Map<number, number>()
  for (const [pair, component] of components.of)
    if (isEqual(pair) && components.isCycle[component]) equal.set(component, pair)
  // Two edges are the shortest ambiguity.
  const inOrder = [...components.of].sort(([one], [other]) => Number(isEqual(other)) - Number(isEqual(one)))
  for (const [pair, component] of inOrder) {
    const home = isEqual(pair) ? pair : equal.get(component)
    if (home === undefined || !components.isCycle[component]) continue
    const within = (at: number): readonly number[] =>
      after(at).filter(next => components.of.get(next) === component)
    const twice = graph.edges[pair % size]?.find(
      (next, index, all) => all.indexOf(next) < index && components.of.get(next * (size + 1)) === component,
    )
    if (isEqual(pair) && twice === undefined) continue
    const there =
      pair === home
        ? [twice === undefined ? pair : twice * (size + 1)]
        : wayTo(home, at => at === pair, within)
    const back = there?.at(-1) === home ? [] : wayTo(there?.at(-1) ?? pair, at => at === home, within)
    if (there === undefined || back === undefined) continue
    const sets = [...there, ...back].map(at => setOf(graph, pairs, at))
    return [wayBetween(graph, 0, home % size, steps), { sets, isRepeated: true }]
  }
  return undefined
}

const setOf = ({ sets }: PositionGraph, { size }: Pairs, pair: number): CharacterSet =>
  (sets[Math.floor(pair / size)] ?? NONE) & (sets[pair % size] ?? NONE)

function wayBetween({ sets, ways }: PositionGraph, from: number, to: number, steps: Steps): Piece {
  const way =
    from === to
      ? []
      : (wayTo(
          from,
          state => state === to,
          state => {
            steps.take()
            return ways[state] ?? []
          },
        ) ?? [])
  return { sets: way.map(state => sets[state] ?? NONE), isRepeated: false }
}

interface Chain {
  readonly degree: number
  readonly pieces: () => readonly Piece[]
}

/** The longest chain of loops in which each shares a string with the previous one. */
function longestChain(graph: PositionGraph, pairs: Pairs, steps: Steps): Chain {
  const states = componentsOf(0, state => {
    steps.take()
    return graph.edges[state] ?? []
  })
  if (!states.isCycle.includes(true)) return { degree: 0, pieces: () => [] }
  const links = linksOf(graph, pairs, states, steps)
  // Edges lead to components with smaller numbers, so the longest chain from each is known before those that lead to it.
  const chains: (readonly Link[])[] = states.isCycle.map(() => [])
  const inOrder = [...states.of].sort(([, one], [, other]) => one - other)
  for (const [state, component] of inOrder) {
    const improve = (chain: readonly Link[]): void => {
      if (chain.length > (chains[component]?.length ?? 0)) chains[component] = chain
    }
    for (const next of graph.edges[state] ?? []) improve(chains[states.of.get(next) ?? component] ?? [])
    for (const [to, link] of links.get(component) ?? []) improve([link, ...(chains[to] ?? [])])
  }
  const chain = chains[states.of.get(0) ?? 0] ?? []
  const pieces = (): readonly Piece[] => {
    let at = 0
    return chain.flatMap(({ from, to, loop }) => {
      const way = wayBetween(graph, at, from, steps)
      at = to
      return [way, { sets: loop, isRepeated: true }]
    })
  }
  return { degree: chain.length + 1, pieces }
}

/** The links from each component of loops to others. */
function linksOf(
  graph: PositionGraph,
  pairs: Pairs,
  states: Components,
  steps: Steps,
): ReadonlyMap<number, ReadonlyMap<number, Link>> {
  const links = new Map<number, Map<number, Link>>()
  for (const [pair, component] of pairs.components.of) {
    if (!pairs.components.isCycle[component]) continue
    const both = [Math.floor(pair / pairs.size), pair % pairs.size]
    // Edges lead to smaller numbers, so only the state in the larger one can come first.
    const [to = 0, from = 0] = both.sort(
      (one, other) => (states.of.get(one) ?? 0) - (states.of.get(other) ?? 0),
    )
    const [first = 0, second = 0] = [states.of.get(from), states.of.get(to)]
    if (first === second || links.get(first)?.has(second)) continue
    const loop = sharedLoop(graph, from, to, steps)
    if (loop !== undefined) links.set(first, (links.get(first) ?? new Map()).set(second, { from, to, loop }))
  }
  return links
}

/** A string that leads from the first state back to it and to the second, and from the second back to it. */
function sharedLoop(
  { sets, edges }: PositionGraph,
  from: number,
  to: number,
  steps: Steps,
): readonly CharacterSet[] | undefined {
  const size = sets.length
  const parts = (triple: number): readonly [number, number, number] => [
    Math.floor(triple / size / size),
    Math.floor(triple / size) % size,
    triple % size,
  ]
  const shared = (triple: number): CharacterSet =>
    parts(triple).reduce((set, state) => set & (sets[state] ?? NONE), ~NONE)
  const successors = (triple: number): readonly number[] => {
    const [one, two, three] = parts(triple)
    const next: number[] = []
    for (const p of edges[one] ?? [])
      for (const q of edges[two] ?? [])
        for (const r of edges[three] ?? []) {
          steps.take()
          const after = (p * size + q) * size + r
          if (shared(after) !== NONE) next.push(after)
        }
    return next
  }
  const end = (from * size + to) * size + to
  return wayTo((from * size + from) * size + to, triple => triple === end, successors)?.map(shared)
}

/** Numbers of repetitions with which a search is tried, and how much more steps it has to take with the second. */
const EXPONENTIAL = {
  times: [
    [6, 14],
    [3, 7],
    [2, 5],
  ],
  growth: 2.5 ** 4,
} as const
const POLYNOMIAL = {
  times: [
    [6, 12],
    [3, 6],
    [2, 4],
  ],
  growth: 2 ** 2.3,
} as const

/** Runs the engine on inputs made of the pieces; undefined if none is as slow as it could be. */
function tried(
  node: PatternNode,
  graph: PositionGraph,
  pieces: readonly Piece[],
  degree: number,
): Backtracking | undefined {
  const texts = pieces.map(({ sets, isRepeated }) => ({ text: sets.map(characterIn), isRepeated }))
  if (texts.some(({ text }) => text.includes(undefined))) return undefined
  const input = (times: number, end: string): string =>
    texts.map(({ text, isRepeated }) => text.join('').repeat(isRepeated ? times : 1)).join('') + end
  const { times, growth } = degree === Number.POSITIVE_INFINITY ? EXPONENTIAL : POLYNOMIAL
  for (const end of ['', ...charactersOfEach(graph.sets)])
    for (const [few, many] of times) {
      const less = stepsOfSearch(node, input(few, end), MAX_TRIED)
      if (less === undefined) continue
      const more = stepsOfSearch(node, input(many, end), MAX_TRIED) ?? MAX_TRIED
      if (more >= less * growth) return { kind: 'catastrophic', degree, input: input(many, end) }
    }
  return undefined
}
