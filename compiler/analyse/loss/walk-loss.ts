// The ways of a request through a plan while some targets are lost: they refuse every connection, all others reply with 200. The model of
// execution is that of runtime/link/nodes: test/compiler/analyse/loss.test.ts compares the two.
import { failureTable } from '../../../schemas/generated/failures.ts'
import type { CallNode, ConditionalNode, Edge, ErrorKind, Plan } from '../../../schemas/generated/types.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { nodeAt } from '../../plan/plan-builder.ts'
import { isTriggeredBy } from '../../plan/trigger.ts'
import { factsOf, type OutcomeCode } from '../outcome.ts'
import { statusOf } from '../retries.ts'
import { chosenEdges } from '../routes.ts'
import type { Fate } from './lost-targets.ts'

/** An end of the ways: who replies, with its probability. */
export interface LossEnd {
  /** The target, or the strategy, of which some target replies. */
  readonly pointer: Pointer
  /** Absent for a strategy. */
  readonly call?: CallNode
  readonly share: number
  readonly status: number
  /** The code of the failure; absent if it replies as it should. */
  readonly code?: OutcomeCode | 'circuit_open'
}

export interface LossWalk {
  readonly ends: readonly LossEnd[]
  /** Expected calls of each target, by its position. A target is called once, however often it is retried. */
  readonly calls: ReadonlyMap<Pointer, { readonly call: CallNode; readonly expected: number }>
  /** Why the fate of a target on these ways is unknown, as the ends of sentences. */
  readonly unknown: readonly string[]
}

export interface LossModel {
  readonly plan: Plan
  readonly fateOf: (call: CallNode) => Fate
  /** Whether the circuits of lost targets are open. */
  readonly circuits: 'closed' | 'open'
  /** The child of a conditional; undefined where it makes no difference. `index`: of the node. */
  readonly choose: (node: ConditionalNode, index: number) => number | undefined
}

const REFUSED = factsOf({ kind: 'failure', cause: 'refused' })
const SUCCESS = 200

interface End extends LossEnd {
  readonly error?: ErrorKind
}

export function walkLoss({ plan, fateOf, circuits, choose }: LossModel): LossWalk {
  const calls = new Map<Pointer, { call: CallNode; expected: number }>()
  const unknown = new Set<string>()
  const isOpen = (index: number): boolean => {
    const node = nodeAt(plan.nodes, index)
    if (node.kind === 'call')
      return circuits === 'open' && node.breaker !== undefined && fateOf(node).kind === 'lost'
    if (node.kind === 'conditional') {
      const child = choose(node, index)
      return child !== undefined && isOpen(node.children[child]?.node ?? index)
    }
    return chosenEdges(node).every(({ edge }) => isOpen(edge.node))
  }
  const run = (edge: Edge, above: Pointer, share: number, isForced: boolean): readonly End[] => {
    const node = nodeAt(plan.nodes, edge.node)
    const pointer = above + edge.path
    switch (node.kind) {
      case 'call': {
        const fate = fateOf(node)
        if (fate.kind === 'unknown') unknown.add(fate.because)
        if (!isForced && isOpen(edge.node))
          return [
            { pointer, call: node, share, status: failureTable.circuit_open.status, code: 'circuit_open' },
          ]
        const known = calls.get(pointer) ?? { call: node, expected: 0 }
        calls.set(pointer, { call: node, expected: known.expected + share })
        const { code, error } = REFUSED
        return fate.kind === 'lost'
          ? [
              {
                ...{ pointer, call: node, share, status: statusOf(REFUSED) },
                ...(code !== undefined && { code }),
                ...(error !== undefined && { error }),
              },
            ]
          : [{ pointer, call: node, share, status: SUCCESS }]
      }
      case 'conditional': {
        const child = choose(node, edge.node)
        const next = child === undefined ? undefined : node.children[child]
        return next === undefined
          ? [{ pointer, share, status: SUCCESS }]
          : run(next, pointer, share, isForced)
      }
      case 'loadbalance': {
        const eligible = chosenEdges(node)
        // Where all circuits are open, they are ignored.
        const closed = isForced ? eligible : eligible.filter(each => !isOpen(each.edge.node))
        const drawn = closed.length === 0 ? eligible : closed
        const total = drawn.reduce((sum, { child }) => sum + (node.draw.weights[child] ?? 0), 0)
        return drawn.flatMap(({ edge: below, child }) =>
          run(
            below,
            pointer,
            share * ((node.draw.weights[child] ?? 0) / total),
            isForced || closed.length === 0,
          ),
        )
      }
      case 'fallback': {
        const forced = isForced || isOpen(edge.node)
        const children = forced ? node.children : node.children.filter(each => !isOpen(each.node))
        const ends: End[] = []
        let mass = share
        for (const [position, child] of children.entries()) {
          const reached = run(child, pointer, mass, forced)
          const moves = ({ status, error }: End): boolean =>
            position + 1 < children.length && isTriggeredBy(node, status, error)
          ends.push(...reached.filter(end => !moves(end)))
          mass = reached.reduce((sum, end) => sum + (moves(end) ? end.share : 0), 0)
          if (mass === 0) break
        }
        return ends
      }
      default:
        return node.children.flatMap(child => run(child, pointer, share, isForced))
    }
  }
  const ends = run(plan.root, '', 1, false)
  return { ends: mergeEnds(ends), calls, unknown: [...unknown] }
}

/** The error is of the way, not of its end. */
const mergeEnds = (ends: readonly End[]): readonly LossEnd[] =>
  [
    ...Map.groupBy(ends, ({ pointer, status, code }) => `${pointer} ${status} ${code ?? ''}`).values(),
  ].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { error: _, ...end } = first
    return [{ ...end, share: others.reduce((sum, each) => sum + each.share, end.share) }]
  })

/** The share of the requests that fail. */
export const failingShare = ({ ends }: Pick<LossWalk, 'ends'>): number =>
  ends.reduce((sum, { code, share }) => sum + (code === undefined ? 0 : share), 0)
