// Rows of a failure table that say the same as one row: the outcomes that a target treats alike.
import type { ErrorKind, StatusSet } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { complement, uniteStatuses } from '../plan/status-set.ts'
import type { FailureRow } from './failure-table.ts'
import type { GuardOutcomeKind, Outcome, OutcomeCause } from './outcome.ts'
import { intersectStatuses } from './status-classes.ts'

export interface MergedRow {
  /** Statuses of replies of the provider, whatever their errors are about unless another row has that kind. */
  readonly statuses: StatusSet
  /** Statuses that an error within a 2xx reply means. */
  readonly errorsInSuccess: StatusSet
  /** Errors of a kind with statuses that are not among those above, in replies or within 2xx replies. */
  readonly errors: readonly { readonly kind: ErrorKind; readonly statuses: StatusSet }[]
  readonly causes: readonly OutcomeCause[]
  readonly isCutAfterContent: boolean
  readonly guards: readonly GuardOutcomeKind[]
  /** What all of them lead to; its outcome is the first of them. */
  readonly row: FailureRow
}

export function mergeRows(rows: readonly FailureRow[]): readonly MergedRow[] {
  return [...Map.groupBy(rows, consequences).values()].flatMap(group => {
    const [row] = group
    return row === undefined
      ? []
      : [
          merge(
            row,
            group.map(({ outcome }) => outcome),
          ),
        ]
  })
}

/** The consequences in a row, with `own` for a status that the client gets as the provider sent it. */
function consequences({ outcome, reply, notDecided, ...rest }: FailureRow): string {
  const isOwn = outcome.kind === 'status' || outcome.kind === 'error-in-success'
  const isSuccess = outcome.kind === 'status' && (outcome.statuses[0]?.[0] ?? 0) < 300
  return canonicalJson({
    ...rest,
    reply: isOwn ? { own: isSuccess ? 'success' : 'error' } : reply,
    notDecided: notDecided && [notDecided.because, consequences(notDecided.otherwise)],
  })
}

function merge(row: FailureRow, outcomes: readonly Outcome[]): MergedRow {
  const replies = outcomes.flatMap(outcome => ('statuses' in outcome ? [outcome] : []))
  const statusesOf = (kind: 'status' | 'error-in-success'): StatusSet =>
    uniteStatuses(
      replies.flatMap(each => (each.kind === kind && each.error === undefined ? [each.statuses] : [])),
    )
  const statuses = statusesOf('status')
  return {
    row,
    statuses,
    errorsInSuccess: statusesOf('error-in-success'),
    errors: [...Map.groupBy(replies, ({ error }) => error)].flatMap(([kind, group]) => {
      const others = intersectStatuses(uniteStatuses(group.map(each => each.statuses)), complement(statuses))
      return kind === undefined || others.length === 0 ? [] : [{ kind, statuses: others }]
    }),
    causes: outcomes.flatMap(outcome => (outcome.kind === 'failure' ? [outcome.cause] : [])),
    isCutAfterContent: outcomes.some(({ kind }) => kind === 'cut-after-content'),
    guards: outcomes.flatMap(({ kind }) =>
      kind === 'status' || kind === 'error-in-success' || kind === 'failure' || kind === 'cut-after-content'
        ? []
        : [kind],
    ),
  }
}
