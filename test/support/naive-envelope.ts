// The most calls of a request, as naively as it can be said: a walk over the raw config that shares no code with the compiler.

type Raw = Readonly<Record<string, unknown>>

const asObject = (value: unknown): Raw => (typeof value === 'object' && value !== null ? { ...value } : {})
const asList = (value: unknown): readonly Raw[] => (Array.isArray(value) ? value.map(asObject) : [])

/** A target without a retry of its own has that of its parent. */
export function naiveMostCalls(config: object, parentRetry?: unknown): number {
  const raw: Raw = { ...config }
  const retry = raw['retry'] ?? parentRetry
  const targets = asList(raw['targets'])
  if (targets.length === 0) return 1 + Number(asObject(retry)['attempts'] ?? 0)
  const counts = targets.map(target => naiveMostCalls(target, retry))
  const strategy = asObject(raw['strategy'])
  const named = new Set([strategy['default'], ...asList(strategy['conditions']).map(each => each['then'])])
  const codes = strategy['on_status_codes'] ?? raw['on_status_codes']
  switch (strategy['mode']) {
    case 'fallback':
      return Array.isArray(codes) && codes.length === 0 && strategy['on_errors'] === undefined
        ? (counts[0] ?? 0)
        : counts.reduce((sum, each) => sum + each, 0)
    case 'loadbalance':
      return Math.max(...counts.filter((_count, index) => Number(targets[index]?.['weight'] ?? 1) > 0))
    case 'conditional':
      return Math.max(...counts.filter((_count, index) => named.has(targets[index]?.['name'])))
    default:
      return counts[0] ?? 0
  }
}
