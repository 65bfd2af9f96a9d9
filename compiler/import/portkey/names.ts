// Names of a Portkey config: the camel case of its SDK, and properties of its first format.

import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer, pointerTokens } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'

/** Properties whose values are not settings: their names stay. */
const FREE = new Set(['override_params', 'query', 'metadata', 'parameters'])

/** Properties of a guardrail that are not checks. */
export const GUARD_PROPERTIES: ReadonlySet<string> = new Set([
  'id',
  'deny',
  'when',
  'denial_message',
  'async',
  'on_fail',
  'on_success',
  'type',
  'sequential',
  'checks',
  'name',
  'stream',
])

const snakeCase = (name: string): string =>
  /^[a-z]+(?:[A-Z][a-z]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    : name

const RENAMED: Readonly<Record<string, string>> = byForeignName({
  use_retry_after_header: 'use_retry_after_headers',
  options: 'targets',
})

const usualName = (written: string): string => {
  const snake = snakeCase(written)
  return RENAMED[snake] ?? snake
}

/** The place in the source of a value of the config with the names of this gateway. */
export function writtenPointer(root: Json, pointer: Pointer): Pointer {
  let value: Json | undefined = root
  let result: Pointer = ''
  const step = (name: string): void => {
    value = isList(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined
    result = childPointer(result, name)
  }
  for (const token of pointerTokens(pointer)) {
    const names: readonly string[] = isObject(value) ? Object.keys(value) : []
    const written = names.includes(token) ? token : names.find(name => usualName(name) === token)
    const mode = ['fallback', 'loadbalance'].find(name => token === 'targets' && names.includes(name))
    if (written === undefined && mode !== undefined) step(mode)
    step(written ?? token)
  }
  return result
}

/** The config with the names of this gateway. */
export function withUsualNames(value: Json): Json {
  if (isList(value)) return value.map(item => withUsualNames(item))
  if (!isObject(value)) return value
  const result: Record<string, Json> = {}
  for (const [written, own] of Object.entries(value)) {
    const name = usualName(written)
    // The first format counted retries.
    if (name === 'retry' && isObject(own) && own['attempts'] === undefined && own['count'] !== undefined) {
      const { count, ...others } = own
      result[name] = withUsualNames({ attempts: count, ...others })
      continue
    }
    result[name] =
      FREE.has(name) || name.includes('.')
        ? own
        : /_(?:guardrails|hooks)$/.test(name) && isList(own)
          ? own.map(withUsualGuard)
          : withUsualNames(own)
  }
  return result
}

/** The names of checks are not changed. */
const withUsualGuard = (guard: Json): Json =>
  isObject(guard)
    ? Object.fromEntries(
        Object.entries(guard).map(([written, own]) => {
          const name = snakeCase(written)
          return GUARD_PROPERTIES.has(name) ? [name, withUsualNames(own)] : [written, own]
        }),
      )
    : guard

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

/** `mode` beside `targets`, a strategy that is one word, and targets below the name of a mode, as a strategy. */
export function withStrategy(node: JsonObject): JsonObject {
  const { mode, strategy, ...others } = node
  for (const name of ['fallback', 'loadbalance']) {
    const { [name]: below, ...beside } = others
    if (isObject(below) && isList(below['targets']) && strategy === undefined && !isList(beside['targets']))
      return { strategy: { mode: name }, ...beside, targets: below['targets'] }
  }
  const written = typeof strategy === 'string' ? { mode: strategy } : strategy
  if (written !== undefined || typeof mode !== 'string')
    return { ...(written !== undefined && { strategy: written }), ...others }
  return { strategy: { mode: mode === 'ab_test' ? 'loadbalance' : mode }, ...others }
}
