// The most calls of a request, as naively as it can be said: a walk over the raw config that shares no code with the compiler.

type Raw = Readonly<Record<string, unknown>>

const asObject = (value: unknown): Raw => (typeof value === 'object' && value !== null ? { ...value } : {})
const asList = (value: unknown): readonly Raw[] => (Array.isArray(value) ? value.map(asObject) : [])

/** Whether all that a request could call here may have an open circuit. */
function canBeOpen(raw: Raw, parentBreaker: unknown): boolean {
  const breaker = raw['cb_config'] ?? parentBreaker
  const targets = asList(raw['targets'])
  if (targets.length === 0) return breaker !== undefined
  const open = targets.map(target => canBeOpen(target, breaker))
  const strategy = asObject(raw['strategy'])
  switch (strategy['mode']) {
    case 'fallback':
      return !open.includes(false)
    case 'loadbalance':
      return open.every((each, index) => each || targets[index]?.['weight'] === 0)
    case 'conditional':
      return open.some((each, index) => each && namedIn(strategy).has(targets[index]?.['name']))
    default:
      return open[0] === true
  }
}

const namedIn = (strategy: Raw): ReadonlySet<unknown> =>
  new Set([strategy['default'], ...asList(strategy['conditions']).map(each => each['then'])])

/** A target without a retry or a circuit breaker of its own has that of its parent. */
export function naiveMostCalls(config: object, parentRetry?: unknown, parentBreaker?: unknown): number {
  const raw: Raw = { ...config }
  const retry = raw['retry'] ?? parentRetry
  const breaker = raw['cb_config'] ?? parentBreaker
  const targets = asList(raw['targets'])
  if (targets.length === 0) return 1 + Number(asObject(retry)['attempts'] ?? 0)
  const counts = targets.map(target => naiveMostCalls(target, retry, breaker))
  const strategy = asObject(raw['strategy'])
  const named = namedIn(strategy)
  const codes = strategy['on_status_codes'] ?? raw['on_status_codes']
  switch (strategy['mode']) {
    case 'fallback':
      return Array.isArray(codes) && codes.length === 0 && strategy['on_errors'] === undefined
        ? Math.max(...counts.slice(0, 1 + untilClosed(targets, breaker)))
        : counts.reduce((sum, each) => sum + each, 0)
    case 'loadbalance':
      return Math.max(...counts.filter((_count, index) => Number(targets[index]?.['weight'] ?? 1) > 0))
    case 'conditional':
      return Math.max(...counts.filter((_count, index) => named.has(targets[index]?.['name'])))
    default:
      return counts[0] ?? 0
  }
}

/** How many targets before the last one may be skipped: one that cannot is called where all before it are open. */
function untilClosed(targets: readonly Raw[], breaker: unknown): number {
  const closed = targets.findIndex(target => !canBeOpen(target, breaker))
  return closed === -1 ? targets.length - 1 : closed
}
