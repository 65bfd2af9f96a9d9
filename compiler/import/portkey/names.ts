// Names of a config of the nearest peer: the camel case of its SDK, and properties of its first format.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'

/** Properties whose values are not settings: their names stay. */
const FREE = new Set(['override_params', 'query', 'metadata', 'parameters'])

const snakeCase = (name: string): string =>
  /^[a-z]+(?:[A-Z][a-z]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    : name

const RENAMED: Readonly<Record<string, string>> = {
  use_retry_after_header: 'use_retry_after_headers',
  options: 'targets',
}

/** The config with the names of this gateway. */
export function withUsualNames(value: Json): Json {
  if (isList(value)) return value.map(withUsualNames)
  if (!isObject(value)) return value
  const result: Record<string, Json> = {}
  for (const [written, own] of Object.entries(value)) {
    const snake = snakeCase(written)
    const name = RENAMED[snake] ?? snake
    // The first format counted retries.
    if (name === 'retry' && isObject(own) && own['attempts'] === undefined && own['count'] !== undefined) {
      const { count, ...others } = own
      result[name] = withUsualNames({ attempts: count, ...others })
      continue
    }
    result[name] = FREE.has(name) || name.includes('.') ? own : withUsualNames(own)
  }
  return result
}

/** Targets that conditions name by an `id`, which is their name here. */
export function withTargetNames(node: JsonObject): JsonObject {
  const { strategy, targets } = node
  if (!isList(targets) || !isObject(strategy) || strategy['mode'] !== 'conditional') return node
  return {
    ...node,
    targets: targets.map(target => {
      if (!isObject(target) || target['name'] !== undefined || typeof target['id'] !== 'string') return target
      const { id, ...others } = target
      return { name: id, ...others }
    }),
  }
}

/** `mode` beside `targets`, and a strategy that is one word, as a strategy. */
export function withStrategy(node: JsonObject): JsonObject {
  const { mode, strategy, ...others } = node
  const written = typeof strategy === 'string' ? { mode: strategy } : strategy
  if (written !== undefined || typeof mode !== 'string')
    return { ...(written !== undefined && { strategy: written }), ...others }
  return { strategy: { mode: mode === 'ab_test' ? 'loadbalance' : mode }, ...others }
}
