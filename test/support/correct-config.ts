// A generated config without what is probably a mistake: the generator of valid ones draws those too, since plans must be right for them.
import type { Config } from '../../schemas/generated/types.ts'

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSuccess = (code: unknown): boolean => Number(code) >= 200 && Number(code) < 300 && code !== 246

const callOf = ({ name: _, weight: __, ...call }: Values): string => JSON.stringify(call)

/** Fields whose values are strings in every request. */
const TEXTS = new Set(['params.model', 'url.pathname'])

/** Overrides of what clients request. */
const REPLACES = new Set(['stream', 'messages', 'input', 'prompt'])
/** Statuses for which a request is to blame. */
const OF_THE_REQUEST = new Set([400, 404, 405, 413, 415, 422])

function query(value: unknown, text: boolean): unknown {
  if (Array.isArray(value)) return value.map(item => query(item, text))
  if (isValues(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, query(item, text || TEXTS.has(name))]),
    )
  return text ? String(value) : value
}

function part(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(part)
  if (!isValues(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      if (name === 'query') return [[name, query(item, false)]]
      // Kinds that another call gets too, and network failures, are no kinds to retry.
      if (name === 'retry' && isValues(item)) {
        const { on_errors: _, ...retry } = item
        return [[name, part(retry)]]
      }
      if (name === 'custom_host') return [[name, String(item).replace(/^http:/, 'https:')]]
      if (name === 'override_params' && isValues(item))
        return [[name, Object.fromEntries(Object.entries(item).filter(([each]) => !REPLACES.has(each)))]]
      if (name === 'failure_status_codes' && Array.isArray(item))
        return [[name, item.filter(code => !OF_THE_REQUEST.has(code))]]
      if (name !== 'on_status_codes' || !Array.isArray(item)) return [[name, part(item)]]
      const failures = item.filter(code => !isSuccess(code))
      return failures.length === 0 ? [] : [[name, failures]]
    }),
  )
}

/** One target is no fallback, and neither are two equal ones: all are balanced then. */
function choice(config: Values): Values {
  const { targets, strategy, on_status_codes: codes } = config
  if (!Array.isArray(targets)) return config
  const fixed = targets.map(target => (isValues(target) ? choice(target) : target))
  const calls = new Set(fixed.map(callOf))
  if (
    !isValues(strategy) ||
    strategy['mode'] !== 'fallback' ||
    (fixed.length > 1 && calls.size === fixed.length)
  )
    return { ...config, targets: fixed }
  const { on_status_codes: _, ...rest } = config
  return { ...(codes === undefined ? config : rest), targets: fixed, strategy: { mode: 'loadbalance' } }
}

export const correctConfig = (config: Config): Config => choice(part(config) as Values) as Config
