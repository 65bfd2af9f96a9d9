// What the log store counts, computed from all records in the plainest way.
import type { GroupQuery, LogFilter, LogTotals } from '../../runtime/control/logs/log-store.ts'
import type { LogRecord } from '../../schemas/generated/types.ts'

const within = (value: number | undefined, range: LogFilter['cost']): boolean =>
  range === undefined ||
  (value !== undefined &&
    value >= (range.min ?? Number.NEGATIVE_INFINITY) &&
    value <= (range.max ?? Number.POSITIVE_INFINITY))

const isAmong = <Value>(value: Value, list: readonly Value[] | undefined): boolean =>
  list === undefined || list.includes(value)

const promptOf = ({ prompt = '' }: LogRecord): string => prompt.split('@')[0] ?? ''
const slugOf = ({ slug, provider = '' }: LogRecord): string => slug ?? provider

export function matches(record: LogRecord, filter: LogFilter): boolean {
  const { tokens, metadata = {}, error = '', message = '', provider = '', model = '' } = record
  const time = Date.parse(record.time)
  return (
    time >= filter.from &&
    time < filter.to &&
    (filter.scope === 'all' || filter.scope.includes(record.workspace ?? '')) &&
    isAmong(record.trace, filter.trace === undefined ? undefined : [filter.trace]) &&
    isAmong(record.status, filter.statuses) &&
    (filter.isSuccess === undefined ||
      filter.isSuccess === (record.status < 400 && record.broken === undefined)) &&
    isAmong(record.key ?? '', filter.keys) &&
    isAmong(record.config ?? '', filter.configs) &&
    isAmong(promptOf(record), filter.prompts) &&
    isAmong(provider, filter.services) &&
    isAmong(slugOf(record), filter.providers) &&
    (filter.models === undefined ||
      filter.models.some(each =>
        [model, `${provider}__${model}`, `${slugOf(record)}__${model}`].includes(each),
      )) &&
    isAmong(record.cache ?? '', filter.cache) &&
    within(record.cost, filter.cost) &&
    within(tokens && tokens.input + tokens.output, filter.tokens) &&
    within(tokens?.input, filter.inputTokens) &&
    within(tokens?.output, filter.outputTokens) &&
    within(record.milliseconds, filter.milliseconds) &&
    Object.entries(filter.metadata ?? {}).every(([key, value]) => String(metadata[key]) === value) &&
    (filter.error === undefined || `${error} ${message}`.toLowerCase().includes(filter.error.toLowerCase()))
  )
}

const KEYS = {
  ai_service: ({ provider = '' }) => provider,
  model: ({ model = '' }) => model,
  status_code: ({ status }) => String(status),
  api_key: ({ key = '' }) => key,
  config: ({ config = '' }) => config,
  workspace: ({ workspace = '' }) => workspace,
  provider: slugOf,
  prompt: promptOf,
} satisfies Record<string, (record: LogRecord) => string>

export function naiveGroups(
  records: readonly LogRecord[],
  filter: LogFilter,
  by: GroupQuery['by'],
): ReadonlyMap<string, LogTotals> {
  const keyOf = (record: LogRecord): string | undefined => {
    if (typeof by === 'string') return KEYS[by](record)
    const value = record.metadata?.[by.metadata]
    return value === undefined ? undefined : String(value)
  }
  const groups = Map.groupBy(
    records.filter(record => matches(record, filter)),
    keyOf,
  )
  return new Map(
    [...groups].flatMap(([key, found]) => (key === undefined ? [] : [[key, naiveTotals(found)]])),
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)

export function naiveTotals(records: readonly LogRecord[]): LogTotals {
  const times = records.map(({ time }) => Date.parse(time))
  const costs = records.flatMap(({ cost }) => cost ?? [])
  const sorted = records.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const percentile = (fraction: number): number => {
    const position = fraction * (sorted.length - 1)
    const [low = 0, high = low] = sorted.slice(Math.floor(position), Math.floor(position) + 2)
    return low + (high - low) * (position - Math.floor(position))
  }
  return {
    requests: records.length,
    errors: records.filter(({ status, broken }) => status >= 400 || broken !== undefined).length,
    cacheHits: records.filter(({ cache = '' }) => /HIT/.test(cache)).length,
    cacheLookups: records.filter(({ cache = '' }) => /HIT|MISS/.test(cache)).length,
    ...(costs.length > 0 ? { cost: sum(costs) } : {}),
    unpriced: records.filter(
      ({ tokens, cost, unpriced }) => unpriced !== undefined || (tokens !== undefined && cost === undefined),
    ).length,
    inputTokens: sum(records.map(({ tokens }) => tokens?.input ?? 0)),
    outputTokens: sum(records.map(({ tokens }) => tokens?.output ?? 0)),
    measured: records.filter(({ tokens }) => tokens !== undefined).length,
    ...(records.length > 0
      ? {
          meanLatency: sum(records.map(({ milliseconds }) => milliseconds)) / records.length,
          firstSeen: Math.min(...times),
          lastSeen: Math.max(...times),
          p50: percentile(0.5),
          p90: percentile(0.9),
          p95: percentile(0.95),
          p99: percentile(0.99),
        }
      : {}),
  }
}
