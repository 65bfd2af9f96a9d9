// The envelope of a plan as a section: what a request takes at most, and which share of the requests each target gets.
import type { Plan } from '../../../schemas/generated/types.ts'
import type { Bound } from '../../analyse/bound.ts'
import type { Envelope, PathCall } from '../../analyse/envelope.ts'
import type { ChosenBy, TargetShare } from '../../analyse/shares.ts'
import { formatField, formatPredicate } from '../../plan/format-predicate.ts'
import { nodeAt } from '../../plan/plan-builder.ts'
import { formatTarget } from '../../report/format-outcomes.ts'
import type { ReportSection } from '../../report/section.ts'
import { formatBound, formatDollars, formatMilliseconds } from '../../validate/reporting/format-bound.ts'

export function envelopeSection(
  { calls, time, firstContent, cost }: Envelope,
  path: readonly PathCall[],
  shares: readonly TargetShare[],
  plan: Plan,
  isCutOff: boolean,
  /** The members of a pool that get its new requests; undefined for any other target. */
  membersAt: (index: number) => ReadonlyMap<{ readonly name: string }, number> | undefined = () => undefined,
): ReportSection {
  const hasConditions = shares.some(({ when }) => when.length > 0)
  const labels = hasConditions ? labelsOf(plan) : new Map<string, ConditionLabel>()
  return {
    title: 'Envelope',
    sentences: [],
    tables: [
      {
        header: ['of a request', ''],
        rows: [
          ['calls of targets', `at most ${calls}`],
          ['time until the whole reply', formatBound(time, formatMilliseconds, 'unbounded')],
          [
            'time until the first content of a stream',
            formatBound(firstContent, formatMilliseconds, 'unbounded'),
          ],
          ['time until the end of a stream', 'unbounded, because a stream may go on while events arrive'],
          ['cost at list prices', formatCost(cost)],
          ['most expensive path', formatPath(path, cost)],
        ],
      },
      {
        caption: 'expected shares while all targets are healthy',
        header: ['target', 'share', ...(hasConditions ? ['of the requests for which'] : [])],
        rows: shares.map(({ pointer, share, when }, index) => [
          formatTarget(pointer),
          (share === 0 ? 'only after failures' : formatPercent(share)) + formatMembers(membersAt(index)),
          ...(hasConditions ? [when.map(chosen => formatChoice(chosen, labels)).join('; ') || 'always'] : []),
        ]),
      },
    ],
    notes: [
      'Cost: each call fills the context window of its model at its dearest prices, with one choice. Replies from caches cost nothing. Fees of tools that a provider runs, and fallback models that a request names, are not included.',
      'Calls and cost do not include guards, embeddings and requests repeated on a new connection, time does not include fetching images and access tokens.',
      ...(isCutOff
        ? [`Shares are those of the first ${shares.length} targets; the others are not listed.`]
        : []),
    ],
  }
}

function formatCost(cost: Bound): string {
  const known = 'none' in cost && cost.atLeast > 0 ? `; at least ${formatDollars(cost.atLeast)}` : ''
  return formatBound(cost, formatDollars, 'not decided') + known
}

const MAX_CALLS = 8

function formatPath(path: readonly PathCall[], cost: Bound): string {
  if ('none' in cost && cost.atLeast === 0) return 'not decided, because no price on it is known'
  const calls = path.map(({ pointer, attempts }) => `${attempts} x ${formatTarget(pointer)}`)
  const hidden = calls.length - MAX_CALLS
  return calls.slice(0, MAX_CALLS).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '')
}

/** The conditions of a choice in words, by step. */
interface ConditionLabel {
  readonly steps: readonly ((child: number) => string)[]
}

/** By the position of the choice. */
function labelsOf(plan: Plan): ReadonlyMap<string, ConditionLabel> {
  const labels = new Map<string, ConditionLabel>()
  const visit = (pointer: string, index: number): void => {
    const node = nodeAt(plan.nodes, index)
    if (node.kind === 'conditional')
      labels.set(pointer, {
        steps: node.steps.map(step => (child: number) => {
          if ('when' in step) return formatPredicate(step.when)
          const values = Object.keys(step.table).filter(value => step.table[value] === child)
          return `${formatField(step.field)} is ${values.map(value => JSON.stringify(value)).join(' or ')}`
        }),
      })
    for (const edge of node.children) visit(pointer + edge.path, edge.node)
  }
  visit(plan.root.path, plan.root.node)
  return labels
}

function formatChoice(
  { pointer, child, steps, isDefault }: ChosenBy,
  labels: ReadonlyMap<string, ConditionLabel>,
): string {
  const label = labels.get(pointer)
  const conditions = steps.map(step => label?.steps[step]?.(child) ?? '')
  return [...conditions, ...(isDefault ? ['no condition holds'] : [])].join(', or ')
}

const formatMembers = (members: ReadonlyMap<{ readonly name: string }, number> | undefined): string =>
  members === undefined || members.size < 2
    ? ''
    : ` (of it ${Array.from(members, ([{ name }, share]) => `${name} ${formatPercent(share)}`).join(', ')})`

/** Never "0%" for a target that gets traffic, nor "100%" for one that shares it. */
function formatPercent(share: number): string {
  const rounded = Number((share * 100).toFixed(2))
  if (rounded === 0) return '<0.01%'
  return rounded === 100 && share < 1 ? '>99.99%' : `${rounded}%`
}
