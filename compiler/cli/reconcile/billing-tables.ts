// Bills as tables: the CSV of OpenAI's dashboard, and the cost exports of AWS, Google Cloud and Azure, as CSV or as JSON Lines. Each form
// is a row of data: the columns that tell it, and where the day, the amount, the words of the bill and the credential are.
import { parse } from 'csv-parse/sync'
import { asObject, asText, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { dayOf } from '../../../schemas/values/model-life.ts'
import { decimal } from './billed-amount.ts'
import { fromOpenAi } from './openai-usage.ts'
import type { BilledRow, ProviderUsage } from './usage-row.ts'

type TableRow = Readonly<Record<string, string>>

interface TableForm {
  /** Columns that only this form has; any of a group will do. */
  readonly tellingColumns: readonly (readonly string[])[]
  /** The provider of a row; undefined for other services of the bill. */
  readonly provider: (row: TableRow) => string | undefined
  /** Columns in the order in which they are looked for. */
  readonly day: readonly string[]
  readonly cost: readonly string[]
  readonly currency: readonly string[]
  /** How much of the currency a US dollar is. */
  readonly perDollar?: string
  readonly words: string
  readonly credential: (row: TableRow) => string | undefined
  /** The column with the type of the charge, and those of usage; taxes, credits and refunds are fees. */
  readonly type: string
  readonly usageTypes: readonly string[]
}

const FORMS: readonly TableForm[] = [
  {
    // docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-understanding-cur-data.html; the older report writes the same names as lineItem/UsageType.
    tellingColumns: [['line_item_usage_type'], ['line_item_unblended_cost']],
    provider: ({ line_item_product_code: product = '', line_item_usage_type: type = '' }) =>
      product === 'AmazonBedrock' || /-(?:input|output)-token|TokenCount/i.test(type) ? 'bedrock' : undefined,
    day: ['line_item_usage_start_date'],
    cost: ['line_item_unblended_cost'],
    currency: ['line_item_currency_code'],
    words: 'line_item_usage_type',
    credential: ({ line_item_usage_account_id: account }) => account,
    type: 'line_item_line_item_type',
    usageTypes: ['', 'usage', 'discountedusage', 'savingsplancoveredusage'],
  },
  {
    // cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage; discuss.google.dev/t/318584 names the service "Vertex AI".
    tellingColumns: [['sku_description'], ['usage_start_time']],
    provider: ({ service_description: service = '' }) =>
      /^vertex ai$/i.test(service)
        ? 'vertex'
        : /^(?:gemini api|generative language api)$/i.test(service)
          ? 'google'
          : undefined,
    day: ['usage_start_time'],
    cost: ['cost'],
    currency: ['currency'],
    perDollar: 'currency_conversion_rate',
    words: 'sku_description',
    credential: ({ project_id: project }) => project,
    type: 'cost_type',
    usageTypes: ['', 'regular'],
  },
  {
    // learn.microsoft.com/azure/cost-management-billing/dataset-schema/cost-usage-details-ea, -mca and -pay-as-you-go
    tellingColumns: [['meter_name'], ['cost_in_usd', 'cost_in_billing_currency', 'pre_tax_cost']],
    provider: ({ consumed_service: service = '' }) =>
      /^microsoft\.cognitiveservices$/i.test(service) ? 'azure' : undefined,
    day: ['date', 'usage_date_time'],
    cost: ['cost_in_usd', 'cost_in_billing_currency', 'pre_tax_cost'],
    currency: ['billing_currency', 'billing_currency_code', 'currency'],
    words: 'meter_name',
    credential: ({ resource_id: id, instance_id: instance = id }) => instance?.split('/').at(-1),
    type: 'charge_type',
    usageTypes: ['', 'usage'],
  },
]

/** The rows of a bill; a sentence for one that cannot be compared, undefined for what is no such table. */
export function readBillingTable(source: string | readonly JsonObject[]): ProviderUsage | string | undefined {
  const rows = typeof source === 'string' ? rowsOfCsv(source) : source.map(flatten)
  const [first] = rows
  if (first === undefined) return undefined
  if ('start_time' in first && ('amount_value' in first || 'num_model_requests' in first))
    return readOpenAiTable(rows)
  const form = FORMS.find(({ tellingColumns }) =>
    tellingColumns.every(group => group.some(column => column in first)),
  )
  if (form === undefined) return undefined
  const ofModels = rows.flatMap(row => {
    const provider = form.provider(row)
    return provider === undefined ? [] : [{ row, provider }]
  })
  const billed = ofModels.map(({ row }) => billedRow(row, form))
  const fault = billed.find(each => typeof each === 'string')
  if (fault !== undefined) return fault
  return within(
    [...new Set(ofModels.map(({ provider }) => provider))],
    billed.filter(each => typeof each !== 'string'),
  )
}

function billedRow(row: TableRow, form: TableForm): BilledRow | string {
  const [day, cost, currency] = [form.day, form.cost, form.currency].map(columns =>
    columns.map(column => row[column]).find(value => value !== undefined && value !== ''),
  )
  const date = readDay(day ?? '')
  if (date === undefined) return `The bill has a row whose day cannot be read: "${day ?? ''}".`
  const rate = form.perDollar === undefined ? undefined : Number(row[form.perDollar])
  const isDollars =
    currency === undefined || currency.toUpperCase() === 'USD' || (row['cost_in_usd'] ?? '') !== ''
  if (!isDollars && !(rate !== undefined && rate > 0))
    return `The bill is in ${currency}, and the log in US dollars: export it with amounts in US dollars.`
  const amount = isDollars || rate === undefined ? (cost ?? '0') : String(Number(cost ?? 0) / rate)
  const type = (row[form.type] ?? '').toLowerCase()
  return {
    day: date,
    credential: form.credential(row),
    ...(form.usageTypes.includes(type) ? { billedAs: row[form.words] ?? '' } : { fee: type }),
    cost: decimal(amount, 9),
  }
}

function readOpenAiTable(rows: readonly TableRow[]): ProviderUsage | string {
  const read = rows.flatMap(row => {
    const counts = Object.entries(row).map(([name, value]): [string, Json] =>
      value === '' ? [name, null] : [name, /^\d+$/.test(value) ? Number(value) : value],
    )
    const { amount_value: amount, ...result } = Object.fromEntries(counts)
    const billed = fromOpenAi({
      ...result,
      ...(typeof amount === 'string' || typeof amount === 'number' ? { amount: { value: amount } } : {}),
    })
    const seconds = Number(row['start_time'])
    return billed === undefined || !(seconds > 0) ? [] : [{ day: dayOf(seconds * 1000), ...billed }]
  })
  return within(['openai'], read)
}

const DAY = 86_400_000

function within(providers: readonly string[], rows: readonly BilledRow[]): ProviderUsage | string {
  const days = rows.map(({ day }) => Date.parse(day))
  return rows.length === 0
    ? 'The bill has no line of a model.'
    : { providers, rows, from: Math.min(...days), until: Math.max(...days) + DAY }
}

/** `2026-10-03T…`, `2026-10-03 …`, and `10/03/2026` as Azure writes it. */
function readDay(text: string): string | undefined {
  const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? []
  const written = year === undefined ? text.slice(0, 10) : `${year}-${month}-${date}`
  return /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : undefined
}

function rowsOfCsv(text: string): readonly TableRow[] {
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) => names.map(columnName),
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    return []
  }
}

/** `lineItem/UsageType`, `CostInBillingCurrency` and `service.description` as `line_item_usage_type` and so on. */
const columnName = (name: string): string =>
  name
    .trim()
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()

/** `{ service: { description } }` as `service_description`. */
function flatten(value: JsonObject): TableRow {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): readonly (readonly [string, string])[] =>
      isObject(each)
        ? Object.entries(flatten(asObject(each))).map(
            ([inner, text]) => [`${columnName(name)}_${inner}`, text] as const,
          )
        : [[columnName(name), asText(each) ?? (typeof each === 'number' ? String(each) : '')] as const],
    ),
  )
}
