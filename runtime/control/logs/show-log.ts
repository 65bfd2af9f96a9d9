// A record as the interface shows it: names of the interface, costs in dollars, null for what is not known.
import type { LogEntry, LogFeedback } from '../../../schemas/generated/control-types.ts'
import { type Json, type JsonObject, parseJson, toJson } from '../../../schemas/values/json.ts'
import { NANO_DOLLARS } from '../../limits/limit-headers.ts'
import type { PlainBodies } from './log-ports.ts'
import type { StoredFeedback, StoredRecord } from './log-store.ts'

export const LOG_FORMATS = ['interface', 'record'] as const

/** Billionths of a dollar as dollars. */
export const toDollars = (cost: number | undefined): number | null =>
  cost === undefined ? null : cost / NANO_DOLLARS

export const showFeedback = ({ id, value, weight, metadata, time }: StoredFeedback): LogFeedback => ({
  id,
  value,
  weight,
  metadata,
  created_at: new Date(time).toISOString(),
})

export function showLogEntry({ record, feedback, hasBodies }: StoredRecord): LogEntry {
  const { span, tokens, provider, status, broken } = record
  return {
    id: record.id,
    created_at: record.time,
    trace_id: record.trace,
    span_id: span?.id ?? null,
    parent_span_id: span?.parent ?? null,
    span_name: span?.name ?? null,
    session: record.session ?? null,
    workspace_slug: record.workspace ?? null,
    api_key_id: record.key ?? null,
    config: record.config ?? null,
    prompt: record.prompt ?? null,
    method: record.method,
    path: record.path,
    endpoint: record.endpoint ?? null,
    ai_service: provider ?? null,
    provider: record.slug ?? provider ?? null,
    model: record.model ?? null,
    served_model: record.servedModel ?? null,
    answered_model: record.answeredModel ?? null,
    target: record.at ?? null,
    status_code: status,
    is_success: status < 400 && broken === undefined,
    is_stream: record.stream === true,
    client_left: record.left === true,
    is_outside: record.outside === true,
    cache_status: record.cache ?? null,
    retries: record.retries ?? null,
    latency: record.milliseconds,
    time_to_first_token: record.firstToken ?? null,
    gateway_time: record.own ?? null,
    input_tokens: tokens?.input ?? null,
    cached_tokens: tokens?.cached ?? null,
    output_tokens: tokens?.output ?? null,
    total_tokens: tokens === undefined ? null : tokens.input + tokens.output,
    cost: toDollars(record.cost),
    cost_source: record.costSource ?? null,
    unpriced: record.unpriced ?? [],
    rates: record.rates ?? null,
    error: record.error ?? null,
    message: record.message ?? broken ?? null,
    metadata: record.metadata ?? {},
    feedback: feedback.map(showFeedback),
    has_bodies: hasBodies,
    object: 'log',
  }
}

/** All of a record, in one of the formats. Bodies are there where they were read. */
export function showLog(stored: StoredRecord, format: unknown, bodies: PlainBodies | undefined): JsonObject {
  const { record, feedback, hasBodies } = stored
  const [request, response] = [toShownBody(bodies?.request), toShownBody(bodies?.response)]
  if (format === 'record')
    return {
      object: 'log',
      log_format: 'record',
      record: toJson(record),
      feedback: feedback.map(showFeedback),
      has_bodies: hasBodies,
      ...(request !== undefined && { request_body: request }),
      ...(response !== undefined && { response_body: response }),
    }
  const entry = showLogEntry(stored)
  const { tokens } = record
  return {
    ...entry,
    log_format: 'interface',
    request: {
      method: record.method,
      url: record.path,
      bytes: record.bytesIn,
      ...(request !== undefined && { body: request }),
    },
    response: {
      status: record.status,
      bytes: record.bytesOut,
      ...(response !== undefined && { body: response }),
    },
    metrics: {
      latency: entry.latency,
      time_to_first_token: entry.time_to_first_token,
      gateway_time: entry.gateway_time,
      input_tokens: entry.input_tokens,
      output_tokens: entry.output_tokens,
      total_tokens: entry.total_tokens,
      cached_tokens: entry.cached_tokens,
      reasoning_tokens: tokens?.reasoning ?? null,
      tokens_source: tokens?.source ?? null,
      cost: entry.cost,
      cost_source: entry.cost_source,
      computed_cost: toDollars(record.computedCost),
      upstream_cost: toDollars(record.upstreamCost),
      price_of: record.priced ?? null,
      rates: record.rates ?? null,
      units: toJson(record.units ?? {}),
      unpriced: toJson(record.unpriced ?? []),
      retries: entry.retries,
      cache_age: record.cacheAge ?? null,
      cache_similarity: record.similarity ?? null,
    },
    plan: record.plan,
    steps: toJson(record.steps ?? []),
    attempts: toJson(record.attempts ?? []),
    guards: toJson(record.guards ?? []),
    skipped_targets: record.skipped ?? [],
    limit: record.limit ?? null,
  }
}

const decoder = new TextDecoder()

/** JSON where it is JSON, otherwise the text. */
function toShownBody(bytes: Uint8Array | undefined): Json | undefined {
  if (bytes === undefined) return undefined
  const text = decoder.decode(bytes)
  return parseJson(text) ?? text
}
