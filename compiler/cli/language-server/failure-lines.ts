// The rows of the failure table of a target, as the lines of a table in Markdown.
import type { Plan } from '../../../schemas/generated/types.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { analyseFailures, type FailureTable } from '../../analyse/failure-table.ts'
import { mergeRows } from '../../analyse/merge-rows.ts'
import {
  formatNext,
  formatOutcomes,
  formatReply,
  formatRetries,
  formatTarget,
} from '../analyse/format-outcomes.ts'

const HEADER = '| after | retried | then | client gets in the end |\n|---|---|---|---|'
const MAX_ROWS = 8

/** Of the first route to the target; the table of a plan is computed once. */
export function createFailureLines(): (plan: Plan, pointer: Pointer) => readonly string[] {
  const tables = new WeakMap<Plan, FailureTable>()
  return (plan, pointer) => {
    const table = tables.get(plan) ?? analyseFailures(plan)
    tables.set(plan, table)
    const route = table.routes.find(each => each.pointer === pointer)
    if (route === undefined) return []
    const rows = mergeRows(route.rows)
      .slice(0, MAX_ROWS)
      .map(merged => {
        const cells = [
          formatOutcomes(merged),
          formatRetries(merged.row),
          formatNext(merged.row),
          formatReply(merged),
        ]
        return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
      })
    return [`After failures of \`${formatTarget(pointer)}\`:`, [HEADER, ...rows].join('\n')]
  }
}
