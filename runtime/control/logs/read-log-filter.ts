// The filters of a query as the log store takes them: names and dollars of the interface on one side, lists and billionths on the other.
import { controlRoutes, type QueryFact } from '../../../schemas/generated/control-routes.ts'
import { asText, isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { userIdentity } from '../../gateway/user-identity.ts'
import { NANO_DOLLARS } from '../../limits/limit-headers.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { SESSION_KEY } from '../../values/session.ts'
import { MAX_TAG_VALUE } from '../../values/tag-limits.ts'
import type { ApiRequest } from '../core/api-request.ts'
import { readQuery } from '../core/read-query.ts'
import type { LogFilter, LogRange } from './log-store.ts'
import type { LogView } from './log-view.ts'

type Query = ApiRequest['query']
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Lists by the parameters that have them, separated by commas. */
const LISTS = {
  api_key_ids: 'keys',
  configs: 'configs',
  prompt_slug: 'prompts',
  ai_service: 'services',
  virtual_keys: 'providers',
  ai_org_model: 'models',
  cache_status: 'cache',
} as const satisfies Readonly<Record<string, keyof LogFilter>>

/** Ranges by the beginning of the names of their parameters, and what one unit is in the store. */
const RANGES = {
  cost: ['cost', NANO_DOLLARS],
  total_units: ['tokens', 1],
  prompt_token: ['inputTokens', 1],
  completion_token: ['outputTokens', 1],
  latency: ['milliseconds', 1],
  weighted_feedback: ['feedback', 1],
} as const satisfies Readonly<Record<string, readonly [keyof LogFilter, number]>>

/** `hash`: of sessions that the log does not show as they are. */
export function readLogFilter(query: Query, view: LogView, hash: Ports['hash']): LogFilter | Failure {
  const from = Date.parse(String(query['time_of_generation_min']))
  const to = Date.parse(String(query['time_of_generation_max']))
  if (from >= to)
    return failure('invalid_request', 'time_of_generation_min must be before time_of_generation_max.', {
      param: 'time_of_generation_min',
    })
  const metadata = readMetadata(query['metadata'])
  if (isFailure(metadata)) return metadata
  const statuses = readStatuses(query['status_code'])
  if (isFailure(statuses)) return statuses
  const filter: Mutable<LogFilter> = { scope: view.scope, from, to }
  for (const [name, property] of Object.entries(LISTS)) {
    const values = readList(query[name])
    if (values !== undefined) filter[property] = values
  }
  for (const [name, [property, unit]] of Object.entries(RANGES)) {
    const range = readRange(query, name, unit)
    if (range !== undefined) filter[property] = range
  }
  if (view.keys !== undefined) filter.keys = filter.keys?.filter(key => view.keys?.includes(key)) ?? view.keys
  const [trace, span, error, session] = ['trace_id', 'span_id', 'error', 'session'].map(name =>
    asText(query[name]),
  )
  return {
    ...filter,
    ...(statuses && { statuses }),
    ...(typeof query['is_success'] === 'boolean' && { isSuccess: query['is_success'] }),
    ...((metadata || session) && {
      metadata: {
        ...metadata,
        ...(session && {
          [SESSION_KEY]: session.startsWith('sha256:') ? session : userIdentity(session, hash),
        }),
      },
    }),
    ...(trace !== undefined && { trace }),
    ...(span !== undefined && { span }),
    ...(error !== undefined && error !== '' && { error }),
  }
}

const readList = (value: Query[string]): readonly string[] | undefined => {
  const values = asText(value)
    ?.split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
  return values === undefined || values.length === 0 ? undefined : values
}

function readRange(query: Query, name: string, unit: number): LogRange | undefined {
  const [min, max] = [query[`${name}_min`], query[`${name}_max`]]
  if (min === undefined && max === undefined) return undefined
  const scale = (value: number): number => (unit === 1 ? value : Math.round(value * unit))
  return {
    ...(min !== undefined && { min: scale(Number(min)) }),
    ...(max !== undefined && { max: scale(Number(max)) }),
  }
}

function readStatuses(value: Query[string]): readonly number[] | undefined | Failure {
  const texts = readList(value)
  return texts === undefined || texts.every(text => /^\d{3}$/.test(text))
    ? texts?.map(Number)
    : failure('invalid_request', 'status_code must be statuses such as 200,429.', { param: 'status_code' })
}

/** A JSON object of single values, cut as those of records are. */
function readMetadata(value: Query[string]): Readonly<Record<string, string>> | undefined | Failure {
  if (value === undefined || value === '') return undefined
  const json = parseJson(String(value))
  if (!isObject(json) || Object.values(json).some(each => typeof each === 'object'))
    return failure(
      'invalid_request',
      'metadata must be a JSON object of strings, such as {"team":"legal"}.',
      {
        param: 'metadata',
      },
    )
  return Object.fromEntries(
    Object.entries(json).map(([key, each]) => [key, String(each).slice(0, MAX_TAG_VALUE)]),
  )
}

/** Parameters of the list that do not filter. */
const PAGING: ReadonlySet<string> = new Set(['cursor', 'page_size', 'include_total', 'records'])

const FILTER_FACTS: Readonly<Record<string, QueryFact>> = Object.fromEntries(
  Object.entries(controlRoutes.find(({ operation }) => operation === 'listLogs')?.query ?? {}).filter(
    ([name]) => !PAGING.has(name),
  ),
)

/** Filters of a body, by the names of the query: strings, numbers, lists, and metadata as an object. */
export function readFilterObject(filters: JsonObject): Query | Failure {
  const parameters = new URLSearchParams(
    Object.entries(filters)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : isObject(value) ? JSON.stringify(value) : String(value),
      ]),
  )
  return readQuery(`?${parameters}`, FILTER_FACTS)
}
