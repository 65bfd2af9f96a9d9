// The subcommand `top`: requests by group, the largest first.
import { pluralize } from '../../../schemas/values/format-names.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { printable } from '../../diagnostics/mask.ts'
import { formatCost } from '../../plan/request-path.ts'
import { formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { EXIT } from '../command.ts'
import { formatTable } from '../layout/text-table.ts'
import type { LogTask } from './log-task.ts'

const SHOWN = 20

export async function topGroups({ connection, query, values, terminal, isJson }: LogTask): Promise<number> {
  const by = String(values['by'])
  const columns = 'cost,unpriced,total_tokens,error_count,avg_latency,p95_latency,cache_hit_rate'
  const asked = {
    ...query,
    columns,
    page_size: String(values['limit'] ?? SHOWN),
    order_by: String(values['order']),
  }
  const group = by.startsWith('metadata.')
    ? `metadata/${encodeURIComponent(by.slice(9))}`
    : encodeURIComponent(by)
  const { data, total } = await connection.send(
    'GET',
    `/analytics/groups/${group}?${new URLSearchParams(asked)}`,
  )
  const rows = asList(data).map(asObject)
  if (isJson) {
    terminal.writeStdout(JSON.stringify(rows))
    return EXIT.clean
  }
  const number = (value: unknown): string =>
    typeof value === 'number' ? Math.round(value).toLocaleString('en-US') : '-'
  const time = (value: unknown): string => (typeof value === 'number' ? formatMilliseconds(value) : '-')
  terminal.writeStdout(
    formatTable(
      [
        [printable(by), 'requests', 'errors', 'tokens', 'cost', 'mean', 'p95', 'cache'],
        ...rows.map(row => [
          printable(String(Object.values(row)[0] ?? '-')),
          number(row['requests']),
          number(row['error_count']),
          number(row['total_tokens']),
          typeof row['cost'] === 'number' ? formatCost(row['cost']) : '-',
          time(row['avg_latency']),
          time(row['p95_latency']),
          typeof row['cache_hit_rate'] === 'number' ? `${Math.round(row['cache_hit_rate'] * 100)} %` : '-',
        ]),
      ],
      { numbers: true, width: terminal.width },
    ).join('\n'),
  )
  const unpriced = rows.reduce((sum, row) => sum + Number(row['unpriced'] ?? 0), 0)
  if (unpriced > 0)
    terminal.writeStderr(
      `The costs leave out what has no price, in ${pluralize(unpriced, 'request')}: "portolan logs show" has the parts.`,
    )
  if (Number(total) > rows.length)
    terminal.writeStderr(`${Number(total) - rows.length} more groups: --limit shows them.`)
  return EXIT.clean
}
