// Prints a plan as an indented tree: one node per line, each branch labelled with its share of traffic, its
// condition, or its position. A node that several branches share is printed at each of its positions.
import type {
  ConditionalNode,
  Edge,
  Gateway,
  GuardNode,
  GuardUse,
  Plan,
  PlanNode,
} from '../../schemas/generated/types.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { formatPool, poolOf } from '../facts/pool-members.ts'
import { formatCall } from './format-call.ts'
import { formatField, formatList, formatPredicate } from './format-predicate.ts'
import { nodeAt } from './plan-builder.ts'
import { formatTrigger } from './trigger.ts'

/** The tree with a header line of what the plan requires and needs; no line break at the end, and never a secret. */
export function printPlan(plan: Plan, gateway: Pick<Gateway, 'pools'> = {}): string {
  return [headerLine(plan), '', ...tree(plan.nodes, gateway, '', '', plan.root)].join('\n')
}

function headerLine({ requires, needs, prompt }: Pick<Plan, 'requires' | 'needs' | 'prompt'>): string {
  const parts = [...requires.providers, ...requires.checks]
  const reads = [
    ...needs.params.map(name => `params.${name}`),
    ...(needs.metadata ? ['metadata'] : []),
    ...(needs.path ? ['url.pathname'] : []),
  ]
  return [
    parts.length === 0 ? 'requires nothing' : `requires ${parts.join(', ')}`,
    reads.length === 0 ? 'reads nothing' : `reads ${reads.join(', ')}`,
    `body ${needs.body}`,
    ...(prompt === undefined ? [] : [`prompt ${prompt}`]),
  ].join('; ')
}

interface Branch {
  /** What leads here, `70% `, or nothing. */
  readonly label: string
  /** Absent for a child that was printed on an earlier branch of the same node. */
  readonly edge: Edge | undefined
}

function tree(
  nodes: readonly PlanNode[],
  gateway: Pick<Gateway, 'pools'>,
  label: string,
  parentPointer: Pointer,
  edge: Edge,
): readonly string[] {
  const node = nodeAt(nodes, edge.node)
  const pointer = parentPointer + edge.path
  const branches = branchesOf(node, pointer)
  const lines = branches.flatMap((branch, index) => {
    const last = index === branches.length - 1
    const subtree =
      branch.edge === undefined ? [branch.label] : tree(nodes, gateway, branch.label, pointer, branch.edge)
    return subtree.map((line, row) => (row === 0 ? (last ? '└─ ' : '├─ ') : last ? '   ' : '│  ') + line)
  })
  return [label + nodeLine(node, pointer, gateway), ...lines]
}

/** A node on one line: `call @main at targets[0]; retry 2 on 429`. */
export function nodeLine(node: PlanNode, pointer: Pointer, gateway: Pick<Gateway, 'pools'>): string {
  const at = pointer === '' ? [] : [`at ${formatPointer(pointer)}`]
  switch (node.kind) {
    case 'call': {
      const { prefix, suffixes, clauses } = formatCall(node)
      const pool = node.binding.from === 'slug' ? poolOf(node.binding.slug, gateway) : undefined
      const members = pool === undefined ? [] : [formatPool(pool, node.overrides['model'])]
      return [[prefix, ...at, ...suffixes].join(' '), ...members, ...clauses].join('; ')
    }
    case 'loadbalance':
      return [
        'loadbalance',
        ...(node.sticky ? [`sticky by ${node.sticky.fields.map(formatField).join(', ')}`] : []),
        ...at,
      ].join(' ')
    case 'fallback':
      return ['fallback', `on ${formatTrigger(node)}`, ...at].join(' ')
    case 'conditional':
      return ['conditional', ...at].join(' ')
    case 'cache':
      return ['cache', node.mode, `for ${formatDuration(node.maxAge)}`, ...at].join(' ')
    case 'guard':
      return [['guard', ...at].join(' '), ...formatGuards(node)].join('; ')
  }
}

function branchesOf(node: PlanNode, pointer: Pointer): readonly Branch[] {
  if (node.kind === 'conditional') return chooseBranches(node, pointer)
  if (node.kind !== 'loadbalance') return node.children.map(edge => ({ label: '', edge }))
  const total = node.draw.weights.reduce((sum, weight) => sum + weight, 0)
  return node.children.map((edge, index) => ({
    label: `${formatWeightShare((node.draw.weights[index] ?? 0) / total)} `,
    edge,
  }))
}

/** A share as a percentage: never "0%" for a target that gets traffic, nor "100%" for one that shares it. */
export function formatWeightShare(share: number): string {
  const rounded = Number((share * 100).toFixed(2))
  if (rounded === 0 && share > 0) return '<0.01%'
  return rounded === 100 && share < 1 ? '>99.99%' : `${rounded}%`
}

/** One branch per case, one per child of a table, and one for the default. */
function chooseBranches(node: ConditionalNode, pointer: Pointer): readonly Branch[] {
  const branches = node.steps.flatMap(step => {
    if ('when' in step) return [{ text: formatPredicate(step.when), child: step.then }]
    const values = Map.groupBy(Object.keys(step.table).sort(), value => step.table[value] ?? 0)
    return [...values].map(([child, keys]) => ({
      text: `${formatField(step.field)} is ${formatList(keys, ' or ')}`,
      child,
    }))
  })
  const printed = new Set<number>()
  return [...branches, { text: 'otherwise', child: node.otherwise }].map(({ text, child }) => {
    const edge = node.children[child]
    if (edge === undefined || !printed.has(child)) {
      printed.add(child)
      return { label: `${text} → `, edge }
    }
    return { label: `${text} → ${formatPointer(pointer + edge.path)}, as above`, edge: undefined }
  })
}

const DURATIONS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const

/** Whole days, hours or minutes where a number of seconds is such. */
function formatDuration(seconds: number): string {
  const [size, unit] = DURATIONS.find(([each]) => seconds % each === 0) ?? [1, 's']
  return `${seconds / size} ${unit}`
}

// Formats guards on one line: hook, checks, and whether they deny. Parameters are omitted: they may be as long as
// a schema.

/** `short (default.wordCount) denies`; defaults are omitted. */
function formatGuard({ id, checks, deny, async, beside = false, sequential }: GuardUse): string {
  const names = checks.map(check => check.id).join(', ')
  const denyText = deny === 'never' ? [] : [deny === 'failed' ? 'denies' : 'denies on success']
  return [
    `${id} (${names})`,
    ...denyText,
    ...(async ? ['async'] : []),
    ...(beside ? ['beside the call'] : []),
    ...(sequential ? ['sequential'] : []),
  ].join(' ')
}

const formatOutputGuard = (use: GuardUse): string =>
  use.stream === 'end' ? formatGuard(use) : `${formatGuard(use)} stream ${use.stream}`

const formatHook = (title: string, guards: readonly string[]): readonly string[] =>
  guards.length === 0 ? [] : [`${title} ${guards.join(', ')}`]

/** `requests by short (default.wordCount) denies; replies by clean (default.regexMatch) denies stream window`. */
const formatGuards = ({ before, after }: GuardNode): readonly string[] => [
  ...formatHook('requests by', before.map(formatGuard)),
  ...formatHook('replies by', after.map(formatOutputGuard)),
]
