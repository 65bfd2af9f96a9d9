// `portolan logs reconcile`: what the log has of a period, compared with what a provider reports.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { asCount, asObject, asText, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { withoutControlsDeep } from '../../diagnostics/mask.ts'
import { EXIT, usageError } from '../command.ts'
import { fitText } from '../layout/fit-text.ts'
import { formatTable } from '../layout/text-table.ts'
import type { LogTask } from './log-task.ts'
import { downloadExport } from './move-logs.ts'
import { type ProviderUsage, readProviderUsage, type UsageRow } from './provider-usage.ts'
import { type Difference, type Reconciliation, reconcile } from './reconcile-usage.ts'

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
]

export async function reconcileLogs(task: LogTask): Promise<number> {
  const { argument, values, terminal, isJson } = task
  const text = readText(resolve(terminal.folder, argument))
  if (text === undefined) return usageError(terminal, `${argument} cannot be read.`, 'logs')
  const usage = readProviderUsage(text)
  if (usage === undefined)
    return usageError(
      terminal,
      `${argument} is not an export of usage or cost of OpenAI or Anthropic.`,
      'logs',
    )
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
  { provider, from, until }: ProviderUsage,
): Promise<readonly UsageRow[] | number> {
  const rows: UsageRow[] = []
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
      if (record['ai_service'] === provider) rows.push(rowOf(record))
    }
  })
  return typeof code === 'number' ? code : rows
}

const NANO_DOLLARS = 1e9

function rowOf(record: JsonObject): UsageRow {
  const slug = asText(record['provider'])
  return {
    day: (asText(record['created_at']) ?? '').slice(0, 10),
    model: asText(record['served_model']) ?? asText(record['model']),
    credential: slug === undefined ? undefined : `@${slug}`,
    requests: 1,
    input: asCount(record['input_tokens']) ?? 0,
    cached: asCount(record['cached_tokens']) ?? 0,
    output: asCount(record['output_tokens']) ?? 0,
    cost: BigInt(Math.round((asCount(record['cost']) ?? 0) * NANO_DOLLARS)),
  }
}

const shownCount = ({ measure }: Pick<Difference, 'measure'>, count: bigint): string => {
  if (measure !== 'cost') return count.toString()
  const sign = count < 0n ? '-' : ''
  const digits = (count < 0n ? -count : count).toString().padStart(10, '0')
  return `${sign}$${digits.slice(0, -9)}.${digits.slice(-9, -3)}`
}

function formatReconciliation(
  { differences, totals, compared }: Reconciliation,
  { provider }: ProviderUsage,
  width: number,
): string {
  const counts = (each: Pick<Difference, 'measure' | 'logged' | 'billed'>): readonly string[] => [
    each.measure,
    shownCount(each, each.logged),
    shownCount(each, each.billed),
    shownCount(each, each.logged - each.billed),
  ]
  const head = ['DAY', 'MODEL', 'CREDENTIAL', 'MEASURE', 'LOGGED', 'BILLED', 'DIFFERENCE']
  const rows = withoutControlsDeep(differences).map(each => [
    each.day,
    each.model,
    each.credential,
    ...counts(each),
  ])
  const sums = totals.map(each => ['all days', '*', '*', ...counts(each)])
  const groups = pluralize(compared, 'group')
  const summary =
    differences.length === 0
      ? `The log and the export of ${provider} are equal in ${groups}.`
      : `${pluralize(differences.length, 'difference')} between the log and the export of ${provider}, in ${groups}.`
  return [...formatTable([head, ...rows, ...sums], { width }), '', summary].join('\n')
}

const jsonOf = ({ differences, totals, compared }: Reconciliation): string =>
  JSON.stringify({ compared, differences, totals }, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
