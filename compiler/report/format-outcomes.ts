// Outcomes and their consequences in words.
import { joinNames, pluralize } from '../../schemas/values/format-names.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { FailureRow } from '../analyse/failure-table.ts'
import type { MergedRow } from '../analyse/merge-rows.ts'
import { ERRORS_IN_SUCCESS, type GuardOutcomeKind, type OutcomeCause } from '../analyse/outcome.ts'
import type { Waits } from '../analyse/retries.ts'
import { intersectStatuses } from '../analyse/status-classes.ts'
import { complement, formatStatusSet, uniteStatuses } from '../plan/status-set.ts'

const CAUSES: { readonly [cause in OutcomeCause]: string } = {
  dns: 'DNS',
  refused: 'refused',
  reset: 'reset',
  tls: 'TLS',
  connect: 'connect timeout',
  proxy: 'proxy',
  cut: 'cut before content',
  decode: 'malformed reply',
  'too-large': 'reply too large',
  timeout: 'timeout',
  blocked: 'blocked address',
}

const GUARDS: { readonly [kind in GuardOutcomeKind]: string } = {
  'request-denied': 'request denied by a guard',
  'reply-denied': 'reply denied by a guard',
  'request-failed': 'request failed a guard',
  'reply-failed': 'reply failed a guard',
}

/** The position of a target as replies and logs name it. */
export const formatTarget = (pointer: Pointer): string =>
  pointer === '' ? 'config' : `config.${formatPointer(pointer)}`

/** `500, 502-504 (also in a 200); context_length errors; refused, DNS`. */
export function formatOutcomes(merged: MergedRow): string {
  const { statuses, errorsInSuccess, causes, isCutAfterContent, guards } = merged
  const meant = intersectStatuses(statuses, ERRORS_IN_SUCCESS)
  const isSame = meant.length > 0 && formatStatusSet(meant) === formatStatusSet(errorsInSuccess)
  const errors =
    errorsInSuccess.length === 0 || isSame
      ? []
      : [`error in a 200 that means ${formatStatusSet(errorsInSuccess)}`]
  return [
    ...(statuses.length === 0 ? [] : [`${formatStatusSet(statuses)}${isSame ? ' (also in a 200)' : ''}`]),
    ...errors,
    ...formatKinds(merged),
    ...(causes.length === 0 ? [] : [causes.map(cause => CAUSES[cause]).join(', ')]),
    ...(isCutAfterContent ? ['cut after content'] : []),
    ...guards.map(kind => GUARDS[kind]),
  ].join('; ')
}

/** `context_length and timeout errors except 429`: those are in another row. */
function formatKinds({ errors, statuses }: MergedRow): readonly string[] {
  const groups = Map.groupBy(errors, each => formatStatusSet(each.statuses))
  return [...groups.values()].map(group => {
    const here = uniteStatuses([statuses, ...group.map(each => each.statuses)])
    const elsewhere = intersectStatuses(ERRORS_IN_SUCCESS, complement(here))
    const names = joinNames(
      group.map(({ kind }) => kind),
      'and',
    )
    return `${names} errors${elsewhere.length === 0 ? '' : ` except ${formatStatusSet(elsewhere)}`}`
  })
}

/** `2 times, waits 0.2 to 0.4 s, until 3 failures open the circuit`. */
export function formatRetries({ retries: { most, waits, earlyEnds } }: FailureRow): string {
  if (most === 0) return 'no'
  const ends = earlyEnds.map(end =>
    end.kind === 'circuit'
      ? `until ${pluralize(end.threshold, 'failure')} ${end.threshold === 1 ? 'opens' : 'open'} the circuit`
      : `fewer if retry-after exceeds ${seconds(end.longest)} s`,
  )
  return [pluralize(most, 'time'), formatWaits(waits), ...ends].join(', ')
}

const formatWaits = ({ least, most }: Waits): string =>
  least === 0 ? `waits up to ${seconds(most)} s` : `waits ${seconds(least)} to ${seconds(most)} s`

const seconds = (milliseconds: number): string => String(Math.round(milliseconds / 10) / 100)

const MAX_NEXT = 4

export function formatNext({ next, members = 1 }: Pick<FailureRow, 'next' | 'members'>): string {
  const others = members > 1 ? `up to ${pluralize(members - 1, 'further member')}` : ''
  if (next.length === 0) return others || '-'
  if (members > 1) return `${others}, then ${formatNext({ next })}`
  const shown = next.slice(0, MAX_NEXT).map(formatTarget).join(' or ')
  return next.length > MAX_NEXT ? `${shown} or ${next.length - MAX_NEXT} more` : shown
}

export function formatReply({ row, statuses, errorsInSuccess, errors }: MergedRow): string {
  const { reply } = row
  const isOwn = statuses.length + errorsInSuccess.length + errors.length > 0
  const sent = isOwn ? (isSuccess(statuses) ? 'the reply' : 'that status') : formatStatusSet(reply.statuses)
  const code = reply.code === undefined ? '' : ` ${reply.code}`
  return `${sent}${code}${reply.endsWithErrorEvent === true ? ', then an error event' : ''}`
}

const isSuccess = (statuses: MergedRow['statuses']): boolean => (statuses[0]?.[0] ?? 600) < 300

export const formatCounts = ({ counts }: FailureRow): string =>
  counts === undefined ? '' : counts === 'last-attempt' ? 'the last counts' : counts ? 'counts' : 'no'
