// What spans and logs of OpenTelemetry say of a request. No content of messages: only what the log line has.
import type { RequestRecord } from '../request-record.ts'
import {
  isMcpMessage,
  MODEL_ATTRIBUTES as MODEL,
  operationOf,
  providerNameOf,
  TOOL_ERROR,
  TOOL_OPERATION,
} from './model-conventions.ts'
import { type AttributeValue, attributesOf, inSeconds, type OtlpAttribute } from './otlp-message.ts'

/** Why a request failed: the code of the gateway, or the status of the provider; undefined where it did not. */
export function errorTypeOf({ error, broken, status, mcp }: RequestRecord): string | undefined {
  if (error !== undefined) return error
  if (broken !== undefined) return 'stream_broken'
  if (mcp?.isError === true) return TOOL_ERROR
  return status >= 400 ? String(status) : undefined
}

/** How a model answered: on the span of the attempt if there was one, so that usage is on one span of a trace. */
export function usageAttributes(
  { stream, firstToken, tokens, units }: RequestRecord,
  started = 0,
): readonly (readonly [string, AttributeValue | undefined])[] {
  const written = (units?.['cache_writes'] ?? 0) + (units?.['cache_writes_1h'] ?? 0)
  return [
    [MODEL.stream, stream],
    [
      MODEL.firstChunk,
      stream === true && firstToken !== undefined ? inSeconds(Math.max(0, firstToken - started)) : undefined,
    ],
    [MODEL.inputTokens, tokens?.input],
    [MODEL.outputTokens, tokens?.output],
    [MODEL.cachedTokens, tokens?.cached],
    [MODEL.writtenTokens, written > 0 ? written : undefined],
    [MODEL.reasoningTokens, tokens?.reasoning],
  ]
}

/** `usage`: of a log record, and of the span of a request that called no provider. */
export function requestAttributes(record: RequestRecord, usage = true): readonly OtlpAttribute[] {
  const { endpoint, provider, model, servedModel, tokens, metadata = {}, span, mcp, agent, guards } = record
  return attributesOf([
    ['http.request.method', record.method],
    ['url.path', record.path],
    ['http.route', endpoint === undefined ? undefined : `/v1/${endpoint}`],
    ['http.response.status_code', record.status],
    ['http.request.body.size', record.bytesIn],
    ['http.response.body.size', record.bytesOut],
    [MODEL.error, errorTypeOf(record)],
    [MODEL.operation, operationOfRecord(record)],
    [MODEL.provider, provider === undefined ? undefined : providerNameOf(provider)],
    [MODEL.requestModel, servedModel ?? model],
    [MODEL.conversation, record.session],
    ...replyAttributes(record.status < 400 ? record.attempts?.at(-1)?.reply : undefined),
    ...(usage ? usageAttributes(record) : []),
    [MODEL.tool, mcp?.tool],
    [MODEL.mcpMethod, mcp !== undefined && isMcpMessage(mcp.method) ? mcp.method : undefined],
    ['portolan.mcp.server', mcp?.server],
    ['portolan.agent', agent?.slug],
    ['portolan.agent.method', agent?.method],
    ['portolan.request.id', record.id],
    ['portolan.trace', record.trace],
    ['portolan.key', record.key],
    ['portolan.workspace', record.workspace],
    ['portolan.config', record.config],
    ['portolan.plan', record.plan],
    ['portolan.canary', record.canary],
    ['portolan.prompt', record.prompt],
    ['portolan.target', record.at],
    ['portolan.provider.slug', record.slug],
    ['portolan.model.requested', servedModel === undefined ? undefined : model],
    ['portolan.retries', record.retries],
    ['portolan.targets.skipped', record.skipped],
    ['portolan.cache.status', record.cache],
    ['portolan.cache.age', record.cacheAge],
    ['portolan.cache.similarity', asFraction(record.similarity)],
    ['portolan.tokens.source', tokens?.source],
    // Dollars, beside the billionths that can be added without an error.
    ['portolan.cost', asFraction(record.cost === undefined ? undefined : record.cost / 1e9)],
    ['portolan.cost.nano', record.cost],
    ['portolan.limit', record.limit],
    ['portolan.own_time', inSeconds(record.own)],
    ['portolan.guards', guards?.map(({ id, verdict, deny }) => `${id}: ${verdictOf(verdict, deny)}`)],
    ['portolan.client.left', record.left],
    ['portolan.span.id', span?.id],
    ['portolan.span.parent', span?.parent],
    ['portolan.span.name', span?.name],
    ...Object.entries(metadata).map(([key, value]) => [`portolan.metadata.${key}`, value] as const),
  ])
}

type Reply = NonNullable<RequestRecord['attempts']>[number]['reply']

/** The reply's own facts: its identifier, model and reasons. */
export const replyAttributes = (
  reply: Reply,
): readonly (readonly [string, string | readonly string[] | undefined])[] => [
  [MODEL.responseModel, reply?.model],
  [MODEL.responseId, reply?.id],
  [MODEL.finishReasons, reply?.finishReasons],
]

/** Undefined for what the conventions have no operation of. */
export const operationOfRecord = ({ endpoint, mcp }: RequestRecord): string | undefined =>
  endpoint !== undefined ? operationOf(endpoint) : mcp?.tool === undefined ? undefined : TOOL_OPERATION

const asFraction = (value: number | undefined): { readonly doubleValue: number } | undefined =>
  value === undefined ? undefined : { doubleValue: value }

const verdictOf = (verdict: boolean, deny: boolean): string =>
  deny ? 'denied' : verdict ? 'passed' : 'failed'
