// The failure table of a plan as a section: a table per target, or one for targets that differ in nothing.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { FailureTable, RouteFailures } from '../../analyse/failure-table.ts'
import { type MergedRow, mergeRows } from '../../analyse/merge-rows.ts'
import {
  formatCounts,
  formatNext,
  formatOutcomes,
  formatReply,
  formatRetries,
  formatTarget,
} from '../../report/format-outcomes.ts'
import type { ReportSection, ReportTable } from '../../report/section.ts'
import { nameTargets } from './target-names.ts'

const HEADER = ['after', 'retried', 'then', 'breaker', 'client gets in the end']
/** Targets in one caption. */
const MAX_NAMED = 6

export function failuresSection({ routes, first, isCutOff }: FailureTable): ReportSection {
  const same = Map.groupBy(routes, ({ rows, whenOpen, nextWhenOpen }) =>
    canonicalJson([rows, whenOpen ?? null, nextWhenOpen ?? null]),
  )
  const groups = [...same.values()].map(group => ({ group, merged: mergeRows(group[0]?.rows ?? []) }))
  const namesOf = nameTargets(routes)
  const begins = first.slice(0, MAX_NAMED).map(formatTarget).join(' or ')
  const more = first.length > MAX_NAMED ? ` or ${first.length - MAX_NAMED} more` : ''
  const notDecided = groups.flatMap(({ merged }) => undecidedIn(merged))
  return {
    title: 'Failures',
    sentences: [`A request goes to ${begins}${more} first.`],
    tables: groups.flatMap(({ group, merged }) => tableOf(group, merged, namesOf(group))),
    notes: [
      'In the end means: there is no next target, or the last one fails in the same way.',
      ...(namesKinds(routes)
        ? ['An error of a kind that a row names is in that row, not in the row of its status.']
        : []),
      ...new Set(notDecided),
      ...(isCutOff ? [`Only the first ${pluralize(routes.length, 'route')} were analysed.`] : []),
    ],
  }
}

const namesKinds = (routes: readonly RouteFailures[]): boolean =>
  routes.some(({ rows }) => rows.some(({ outcome }) => 'error' in outcome))

const undecidedIn = (rows: readonly MergedRow[]): readonly string[] =>
  rows.flatMap(merged => {
    const { notDecided } = merged.row
    if (notDecided === undefined) return []
    const { otherwise, because } = notDecided
    const reply = formatReply({ ...merged, row: otherwise, statuses: [], errorsInSuccess: [], errors: [] })
    const next = otherwise.next.length === 0 ? `the client gets ${reply}` : `then ${formatNext(otherwise)}`
    return [`* not decided, because ${because}. Otherwise: ${next}.`]
  })

function tableOf(
  group: readonly RouteFailures[],
  mergedRows: readonly MergedRow[],
  targets: readonly string[],
): readonly ReportTable[] {
  const [route] = group
  if (route === undefined) return []
  const names = targets.slice(0, MAX_NAMED)
  const hidden = targets.length - names.length
  const open =
    route.whenOpen === undefined
      ? ''
      : route.whenOpen === 'skipped'
        ? ` (${route.nextWhenOpen === undefined ? 'skipped' : `then ${formatNext({ next: route.nextWhenOpen })}`} while its circuit is open)`
        : ' (503 circuit_open while its circuit is open)'
  const hasBreaker = route.whenOpen !== undefined
  const cells = (row: readonly string[]): readonly string[] =>
    hasBreaker ? row : row.filter((_cell, column) => column !== 3)
  return [
    {
      caption: `${names.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}${open}`,
      header: cells(HEADER),
      rows: mergedRows.map(merged => {
        const { row } = merged
        const mark = row.notDecided === undefined ? '' : ' *'
        return cells([
          formatOutcomes(merged) + mark,
          formatRetries(row),
          formatNext(row),
          formatCounts(row),
          formatReply(merged),
        ])
      }),
    },
  ]
}
