// What a provider reports that it has served or charged: the pages of the APIs of usage and cost of OpenAI and Anthropic, and the tables
// of `billing-tables.ts`.
import {
  asCount,
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { dayOf } from '../../../schemas/values/model-life.ts'
import { decimal } from './billed-amount.ts'
import { readBillingTable } from './billing-tables.ts'
import { fromOpenAi } from './openai-usage.ts'
import type { BilledRow, ProviderUsage } from './usage-row.ts'

/** Undefined for what is none of these exports; a sentence for one that cannot be compared. */
export function readProviderUsage(text: string): ProviderUsage | string | undefined {
  const whole = parseJson(text)
  const values = whole === undefined ? linesOf(text).map(parseJson) : asPages(whole)
  if (values.length === 0 || values.some(value => value === undefined)) return readBillingTable(text)
  const objects = values.map(asObject)
  const buckets = objects.flatMap(page => asList(page['data'])).map(asObject)
  return buckets.length === 0 ? readBillingTable(objects) : readBuckets(buckets)
}

/** The pages of a file: one, a list of them, or one a line. */
const asPages = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])

const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '')

function readBuckets(buckets: readonly JsonObject[]): ProviderUsage | undefined {
  const [first = {}] = buckets
  const provider = 'start_time' in first ? 'openai' : 'starting_at' in first ? 'anthropic' : undefined
  if (provider === undefined) return undefined
  const times = buckets.map(bucket => [timeOf(bucket, 'start'), timeOf(bucket, 'end')] as const)
  if (times.flat().some(time => !Number.isFinite(time))) return undefined
  const rowOf = provider === 'openai' ? fromOpenAi : fromAnthropic
  return {
    providers: [provider],
    rows: buckets.flatMap((bucket, index) =>
      asList(bucket['results']).flatMap(result => {
        const row = rowOf(asObject(result))
        return row === undefined ? [] : [{ day: dayOf(times[index]?.[0] ?? 0), ...row }]
      }),
    ),
    from: Math.min(...times.map(([start]) => start)),
    until: Math.max(...times.map(([, end]) => end)),
  }
}

/** OpenAI has seconds, Anthropic RFC 3339. */
function timeOf(bucket: JsonObject, end: 'start' | 'end'): number {
  const seconds = asCount(bucket[`${end}_time`])
  return seconds === undefined ? Date.parse(asText(bucket[`${end}ing_at`]) ?? '') : seconds * 1000
}

/** platform.claude.com/docs/en/api/admin/cost_report: tokens have a model, a search or a session of code execution has not. */
function fromAnthropic(result: JsonObject): Omit<BilledRow, 'day'> {
  const named = { model: asText(result['model']), credential: asText(result['api_key_id']) }
  const amount = asText(result['amount'])
  const type = asText(result['cost_type'])
  // In cents.
  if (amount !== undefined)
    return {
      ...named,
      ...(named.model === undefined && type !== undefined && type !== 'tokens' && { fee: type }),
      cost: decimal(amount, 7),
    }
  const written = asObject(result['cache_creation'])
  const input = [
    result['uncached_input_tokens'],
    result['cache_read_input_tokens'],
    written['ephemeral_5m_input_tokens'],
    written['ephemeral_1h_input_tokens'],
  ]
  return {
    ...named,
    input: input.reduce<number>((sum, count) => sum + (asCount(count) ?? 0), 0),
    cached: asCount(result['cache_read_input_tokens']) ?? 0,
    output: asCount(result['output_tokens']) ?? 0,
  }
}
