// The picture of a plan. Equal targets below one node are one box with their number, a part that was drawn before is a reference to it, and
// of what is too much for a picture the beginning is drawn, with a note.
import type {
  CacheNode,
  ConditionalNode,
  Edge,
  Gateway,
  GuardNode,
  Plan,
  PlanNode,
} from '../../../schemas/generated/types.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { chosenEdges } from '../../analyse/routes.ts'
import { printable } from '../../diagnostics/mask.ts'
import { formatField, formatList, formatPredicate } from '../../plan/format-predicate.ts'
import { nodeAt } from '../../plan/plan-builder.ts'
import { formatTrigger, neverTriggers } from '../../plan/trigger.ts'
import { formatTarget } from '../../report/format-outcomes.ts'
import { boxText, wrapperLines } from './box-text.ts'
import type { BoxLine, Picture, PictureBox, PictureLink } from './picture.ts'

/** Boxes of one picture, and ways on from one box. */
const MAX_BOXES = 150
const MAX_LINKS = 12

export interface PictureInput {
  readonly id: string
  readonly plan: Plan
  readonly worst: readonly string[]
  /** Whose pools the calls may go to. */
  readonly gateway?: Pick<Gateway, 'pools'>
}

export function pictureOf({ id, plan, worst, gateway = {} }: PictureInput): Picture {
  const drawnAt = new Map<number, Pointer>()
  let boxes = 0
  let hidden = 0
  const countTargets = createTargetCount(plan)

  /** `share`: of all requests that meet the conditions on the way; undefined after a failure. */
  const boxOf = (pointer: Pointer, index: number, share: number | undefined, count = 1): PictureBox => {
    const { node, around, edges } = innermost(plan, index)
    const at = edges.reduce((joined, edge) => joined + edge.path, pointer)
    boxes += 1
    const known = drawnAt.get(index)
    const targets = countTargets(index)
    if (known !== undefined && targets > 1)
      return {
        kind: 'reference',
        title: shown(`as ${formatTarget(known)}`),
        lines: [{ text: pluralize(targets, 'target') }, { text: formatTarget(pointer) }],
        links: [],
      }
    drawnAt.set(index, pointer)
    const { title, lines } = boxText(node, gateway)
    const position = count > 1 ? `${formatTarget(at)} and ${count - 1} more` : formatTarget(at)
    const ofTarget = node.kind === 'call' ? [...shareLines(share), { text: position }] : []
    return {
      kind: KINDS[node.kind],
      title: shown(count > 1 ? `${count} × ${title}` : title),
      lines: [...around.flatMap(wrapperLines), ...lines, ...ofTarget].map(line => ({
        ...line,
        text: shown(line.text),
      })),
      links: node.kind === 'call' ? [] : linksOf(node, pointer, share),
    }
  }

  const linksOf = (
    node: Exclude<PlanNode, { kind: 'call' }>,
    pointer: Pointer,
    share: number | undefined,
  ): readonly PictureLink[] => {
    const ways = mergeEqual(waysOf(node, share))
    const room = Math.max(1, Math.min(MAX_LINKS, MAX_BOXES - boxes))
    const drawn = ways.length <= room + 1 && boxes < MAX_BOXES ? ways : ways.slice(0, room)
    const rest = ways.slice(drawn.length)
    const links = drawn.map(
      ({ label, kind, edge, share: part, count }): PictureLink => ({
        label: shown(label),
        kind,
        to: boxOf(pointer + edge.path, edge.node, part, count),
      }),
    )
    if (rest.length === 0) return links
    const left = rest.reduce((sum, way) => sum + way.count * countTargets(way.edge.node), 0)
    hidden += left
    return [...links, { label: '', kind: 'request', to: moreBox(left, node, rest) }]
  }

  const root: PictureBox = {
    kind: 'entry',
    title: shown(id),
    lines: [
      { text: 'requests' },
      ...(plan.prompt === undefined ? [] : [{ text: shown(`prompt ${plan.prompt}`) }]),
    ],
    links: [{ label: '', kind: 'request', to: boxOf(plan.root.path, plan.root.node, 1) }],
  }
  const notes = hidden === 0 ? [] : [`Cut off: ${pluralize(hidden, 'target')} of the plan are not drawn.`]
  return { title: shown(id), worst: worst.map(shown), root, notes }
}

const KINDS: { readonly [kind in PlanNode['kind']]: PictureBox['kind'] } = {
  call: 'target',
  loadbalance: 'split',
  conditional: 'choice',
  fallback: 'fallback',
  cache: 'cache',
  guard: 'guard',
}

const shown = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim()

/** Nothing for a target that gets all requests that meet the conditions on the way. */
const shareLines = (share: number | undefined): readonly BoxLine[] =>
  share === undefined
    ? [{ text: 'only after failures' }]
    : share === 1
      ? []
      : [{ text: `${formatShare(share)} of these requests` }]

interface Innermost {
  readonly node: PlanNode
  /** The guards and caches around a single call, which are shown with it. */
  readonly around: readonly (CacheNode | GuardNode)[]
  readonly edges: readonly Edge[]
}

function innermost({ nodes }: Plan, index: number): Innermost {
  const around: (CacheNode | GuardNode)[] = []
  const edges: Edge[] = []
  let node = nodeAt(nodes, index)
  while (node.kind === 'cache' || node.kind === 'guard') {
    const [edge] = node.children
    if (edge === undefined) break
    around.push(node)
    edges.push(edge)
    node = nodeAt(nodes, edge.node)
  }
  return node.kind === 'call'
    ? { node, around, edges }
    : { node: nodeAt(nodes, index), around: [], edges: [] }
}

/** Never "0%" for a target that gets traffic, nor "100%" for one that shares it. */
function formatShare(share: number): string {
  const rounded = Number((share * 100).toFixed(1))
  if (rounded === 0) return '<0.1%'
  return rounded === 100 && share < 1 ? '>99.9%' : `${rounded}%`
}

/** A way on from a node, to one child or several equal ones. */
interface Way {
  readonly label: string
  readonly kind: PictureLink['kind']
  readonly edge: Edge
  readonly share: number | undefined
  readonly count: number
}

function waysOf(
  node: Exclude<PlanNode, { kind: 'call' }>,
  share: number | undefined,
): readonly (Way & { readonly part?: number })[] {
  const one = { label: '', kind: 'request', share, count: 1 } as const
  switch (node.kind) {
    case 'loadbalance': {
      const total = node.draw.weights.reduce((sum, weight) => sum + weight, 0)
      return chosenEdges(node).map(({ edge, child }) => {
        const part = (node.draw.weights[child] ?? 0) / total
        return { ...one, edge, part, share: share === undefined ? undefined : share * part }
      })
    }
    case 'conditional':
      return chosenEdges(node).map(({ edge, child }) => ({ ...one, edge, label: conditionOf(node, child) }))
    case 'fallback': {
      const label = neverTriggers(node) ? 'while its circuit is open' : `on ${formatTrigger(node)}`
      return node.children.map((edge, child) =>
        child === 0 ? { ...one, edge } : { ...one, edge, label, kind: 'failure', share: undefined },
      )
    }
    case 'cache':
      return node.children.map(edge => ({ ...one, edge, label: 'not cached' }))
    case 'guard':
      return node.children.map(edge => ({
        ...one,
        edge,
        label: node.before.some(({ deny }) => deny !== 'never') ? 'not denied' : '',
      }))
  }
}

/** Consecutive ways to equal parts as one: a plan stores equal parts once. */
function mergeEqual(ways: readonly (Way & { readonly part?: number })[]): readonly Way[] {
  const merged: (Way & { readonly part?: number })[] = []
  for (const way of ways) {
    const last = merged.at(-1)
    if (
      last === undefined ||
      last.edge.node !== way.edge.node ||
      last.kind !== way.kind ||
      last.label !== way.label
    )
      merged.push(way)
    else
      merged[merged.length - 1] = {
        ...last,
        count: last.count + 1,
        share:
          last.share === undefined || way.part === undefined ? last.share : last.share + (way.share ?? 0),
        ...(last.part !== undefined && { part: last.part + (way.part ?? 0) }),
      }
  }
  return merged.map(({ part, ...way }) => ({
    ...way,
    label: part === undefined ? way.label : formatShare(part),
  }))
}

function conditionOf({ steps, otherwise }: ConditionalNode, child: number): string {
  const conditions = steps.flatMap(step => {
    if ('when' in step) return step.then === child ? [formatPredicate(step.when)] : []
    const values = Object.keys(step.table).filter(value => step.table[value] === child)
    return values.length === 0 ? [] : [`${formatField(step.field)} is ${formatList(values.sort(), ' or ')}`]
  })
  return [...conditions, ...(otherwise === child ? ['otherwise'] : [])].join(', or ')
}

function moreBox(targets: number, node: PlanNode, rest: readonly Way[]): PictureBox {
  const share = node.kind === 'loadbalance' ? rest.reduce((sum, way) => sum + (way.share ?? 0), 0) : 0
  return {
    kind: 'reference',
    title: `and ${pluralize(targets, 'more target')}`,
    lines: [
      { text: 'not drawn' },
      ...(share === 0 ? [] : [{ text: `${formatShare(share)} of these requests` }]),
    ],
    links: [],
  }
}

/** The number of targets below a node, at all of their positions. */
function createTargetCount({ nodes }: Plan): (index: number) => number {
  const counts = new Map<number, number>()
  const count = (index: number): number => {
    const known = counts.get(index)
    if (known !== undefined) return known
    const node = nodeAt(nodes, index)
    const sum =
      node.kind === 'call' ? 1 : chosenEdges(node).reduce((total, { edge }) => total + count(edge.node), 0)
    counts.set(index, sum)
    return sum
  }
  return count
}
