// `portolan logs reconcile`: what the log has of a period, compared with what a provider reports.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import {
  asCount,
  asList,
  asObject,
  asText,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { withoutControlsDeep } from '../../diagnostics/mask.ts'
import { EXIT, usageError } from '../command.ts'
import { fitText } from '../layout/fit-text.ts'
import { formatTable } from '../layout/text-table.ts'
import type { LogTask } from '../logs/log-task.ts'
import { downloadExport } from '../logs/move-logs.ts'
import { readProviderUsage } from './provider-usage.ts'
import {
  CAUSES,
  type ComparedMeasure,
  kindOf,
  type LoggedRow,
  type Reconciliation,
  reconcile,
} from './reconcile-usage.ts'
import type { ProviderUsage } from './usage-row.ts'

/** Fields of a record that are compared. */
const FIELDS = [
  'created_at',
  'ai_service',
  'provider',
  'model',
  'served_model',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'cost',
  'endpoint',
  'cache_status',
  'status_code',
  'unpriced',
]

export async function reconcileLogs(task: LogTask): Promise<number> {
  const { argument, values, terminal, isJson } = task
  const text = readText(resolve(terminal.folder, argument))
  if (text === undefined) return usageError(terminal, `${argument} cannot be read.`, 'logs')
  const usage = readProviderUsage(text)
  if (usage === undefined)
    return usageError(
      terminal,
      `${argument} is not an export of usage or cost of OpenAI, Anthropic, AWS, Google Cloud or Azure.`,
      'logs',
    )
  if (typeof usage === 'string') return usageError(terminal, `${argument}: ${usage}`, 'logs')
  const slugs = credentialsOf(asText(values['credentials']) ?? '')
  if (slugs === undefined)
    return usageError(
      terminal,
      '--credentials must be a list such as key_abc=@openai,key_def=@spare.',
      'logs',
    )
  const logged = await recordsOf(task, usage)
  if (typeof logged === 'number') return logged
  const result = reconcile(logged, usage, credential => slugs.get(credential) ?? credential)
  terminal.writeStdout(
    isJson ? jsonOf(result) : fitText(formatReconciliation(result, usage, terminal.width), terminal.width),
  )
  return result.differences.length === 0 ? EXIT.clean : EXIT.findings
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** By the identifier of a credential at the provider, the slug of the stored provider that has it. */
function credentialsOf(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = text
    .split(',')
    .filter(pair => pair !== '')
    .map(pair => /^([^=]+)=@?([\w-]+)$/.exec(pair.trim()))
  return pairs.includes(null) ? undefined : new Map(pairs.map(pair => [pair?.[1] ?? '', `@${pair?.[2]}`]))
}

async function recordsOf(
  task: LogTask,
  { providers, from, until }: ProviderUsage,
): Promise<readonly LoggedRow[] | number> {
  const rows: LoggedRow[] = []
  const filters = {
    ...task.query,
    time_of_generation_min: new Date(from).toISOString(),
    time_of_generation_max: new Date(until).toISOString(),
  }
  const decoder = new TextDecoder()
  let rest = ''
  const code = await downloadExport(task, filters, FIELDS, bytes => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const record = asObject(parseJson(line))
      const service = asText(record['ai_service']) ?? ''
      if (providers.some(each => service === each || service.startsWith(`${each}-`))) rows.push(rowOf(record))
    }
  })
  return typeof code === 'number' ? code : rows
}

const NANO_DOLLARS = 1e9

const CACHE_HITS: ReadonlySet<string> = new Set(['HIT', 'SEMANTIC HIT'])

function rowOf(record: JsonObject): LoggedRow {
  const slug = asText(record['provider'])
  const input = asCount(record['input_tokens'])
  const cost = asCount(record['cost'])
  return {
    day: (asText(record['created_at']) ?? '').slice(0, 10),
    model: asText(record['served_model']) ?? asText(record['model']),
    credential: slug === undefined ? undefined : `@${slug}`,
    kind: kindOf(asText(record['endpoint']) ?? ''),
    requests: 1,
    input,
    cached: asCount(record['cached_tokens']) ?? 0,
    output: asCount(record['output_tokens']) ?? 0,
    cost: BigInt(Math.round((cost ?? 0) * NANO_DOLLARS)),
    isCached: CACHE_HITS.has(asText(record['cache_status']) ?? ''),
    // A reply that broke was paid for as far as it came.
    isFailed: (asCount(record['status_code']) ?? 0) >= 400 && input === undefined && cost === undefined,
    unpriced: asList(record['unpriced']).flatMap(part => asText(part) ?? []),
  }
}

const shownCount = (measure: ComparedMeasure, count: bigint): string => {
  if (measure !== 'cost') return count.toString()
  const sign = count < 0n ? '-' : ''
  const digits = (count < 0n ? -count : count).toString().padStart(10, '0')
  return `${sign}$${digits.slice(0, -9)}.${digits.slice(-9, -3)}`
}

function formatReconciliation(
  { differences, totals, causes, compared, leftOut }: Reconciliation,
  { providers }: ProviderUsage,
  width: number,
): string {
  const counts = (each: Reconciliation['totals'][number]): readonly string[] => [
    each.measure,
    shownCount(each.measure, each.logged),
    shownCount(each.measure, each.billed),
    shownCount(each.measure, each.logged - each.billed),
  ]
  const head = ['DAY', 'MODEL', 'CREDENTIAL', 'MEASURE', 'LOGGED', 'BILLED', 'DIFFERENCE', 'CAUSE']
  const rows = withoutControlsDeep(differences).map(each => [
    each.day,
    each.model,
    each.credential,
    ...counts(each),
    each.cause,
  ])
  const sums = totals.map(each => ['all days', '*', '*', ...counts(each), ''])
  const explained = withoutControlsDeep(causes).map(
    ({ measure, cause, difference, parts }) =>
      `${measure} ${shownCount(measure, difference)}  ${cause}: ${CAUSES[cause]}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
  )
  const groups = pluralize(compared, 'group')
  const names = providers.join(' and ')
  const left = [
    ...(leftOut.cached === 0 ? [] : [`${pluralize(leftOut.cached, 'reply')} of the cache`]),
    ...(leftOut.failed === 0 ? [] : [pluralize(leftOut.failed, 'failed request')]),
  ]
  return [
    ...formatTable([head, ...rows, ...sums], { width }),
    '',
    ...explained,
    ...(left.length === 0 ? [] : [`Not compared: ${left.join(' and ')}.`]),
    differences.length === 0
      ? `The log and the export of ${names} are equal in ${groups}.`
      : `${pluralize(differences.length, 'difference')} between the log and the export of ${names}, in ${groups}.`,
  ].join('\n')
}

const jsonOf = (result: Reconciliation): string =>
  JSON.stringify({ ...result, left_out: result.leftOut, leftOut: undefined }, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
