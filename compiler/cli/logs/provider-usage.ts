// What a provider reports that it has served or charged: the exports of usage and cost that OpenAI and Anthropic document, as counts by
// day, model and credential.
import {
  asCount,
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'

/** Counts of one day; absent ones are not in the export. */
export interface ServedCounts {
  readonly requests?: number
  /** With what was read from a cache or written to it. */
  readonly input?: number
  /** The part of the input that was read from a cache. */
  readonly cached?: number
  readonly output?: number
  /** In billionths of a US dollar. */
  readonly cost?: bigint
}

export interface UsageRow extends ServedCounts {
  /** In UTC: `2026-10-03`. */
  readonly day: string
  /** Absent if the export is not by model, or not by credential. */
  readonly model?: string | undefined
  readonly credential?: string | undefined
}

export interface ProviderUsage {
  /** The provider of the catalog. */
  readonly provider: 'openai' | 'anthropic'
  readonly rows: readonly UsageRow[]
  /** Milliseconds since 1970. */
  readonly from: number
  readonly until: number
}

/** The pages of a file: one, a list of them, or one a line. Undefined for anything else. */
export function readProviderUsage(text: string): ProviderUsage | undefined {
  const whole = parseJson(text)
  const pages =
    whole === undefined
      ? text
          .split('\n')
          .filter(line => line.trim() !== '')
          .map(parseJson)
      : asPages(whole)
  const buckets = pages.flatMap(page => asList(asObject(page)['data'])).map(asObject)
  const [first] = buckets
  if (first === undefined) return undefined
  const provider = 'start_time' in first ? 'openai' : 'starting_at' in first ? 'anthropic' : undefined
  if (provider === undefined) return undefined
  const times = buckets.map(bucket => [timeOf(bucket, 'start'), timeOf(bucket, 'end')] as const)
  if (times.flat().some(time => !Number.isFinite(time))) return undefined
  const rowOf = provider === 'openai' ? openaiRow : anthropicRow
  return {
    provider,
    rows: buckets.flatMap((bucket, index) =>
      asList(bucket['results']).map(result => ({
        day: new Date(times[index]?.[0] ?? 0).toISOString().slice(0, 10),
        ...rowOf(asObject(result)),
      })),
    ),
    from: Math.min(...times.map(([start]) => start)),
    until: Math.max(...times.map(([, end]) => end)),
  }
}

const asPages = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])

/** OpenAI has seconds, Anthropic RFC 3339. */
function timeOf(bucket: JsonObject, end: 'start' | 'end'): number {
  const seconds = asCount(bucket[`${end}_time`])
  return seconds === undefined ? Date.parse(asText(bucket[`${end}ing_at`]) ?? '') : seconds * 1000
}

function openaiRow(result: JsonObject): Omit<UsageRow, 'day'> {
  const named = { model: asText(result['model']), credential: asText(result['api_key_id']) }
  const amount = asObject(result['amount'])['value']
  if (amount === undefined)
    return {
      ...named,
      requests: asCount(result['num_model_requests']) ?? 0,
      input: asCount(result['input_tokens']) ?? 0,
      cached: asCount(result['input_cached_tokens']) ?? 0,
      output: asCount(result['output_tokens']) ?? 0,
    }
  // "gpt-4o-2024-08-06, input"
  const [model] = asText(result['line_item'])?.split(', ') ?? []
  return { ...named, model, cost: decimal(String(amount), 9) }
}

function anthropicRow(result: JsonObject): Omit<UsageRow, 'day'> {
  const named = { model: asText(result['model']), credential: asText(result['api_key_id']) }
  const amount = asText(result['amount'])
  // In cents.
  if (amount !== undefined) return { ...named, cost: decimal(amount, 7) }
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

/** A decimal number times ten to the power of `digits`, exactly; what is smaller is rounded. */
export function decimal(text: string, digits: number): bigint {
  const written = /e/i.test(text) ? Number(text).toFixed(20) : text
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(written.trim()) ?? []
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  const value = BigInt(`${whole || '0'}${kept}`) + (Number(fraction[digits] ?? 0) >= 5 ? 1n : 0n)
  return sign === '' ? value : -value
}
