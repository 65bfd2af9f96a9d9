// Amazon Bedrock's runtime API as an entrance: InvokeModel with the body of a Claude model is a message, Converse is converted to one, and
// CountTokens counts the tokens of either.
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_Operations_Amazon_Bedrock_Runtime.html
import { asCount, asObject, asText, isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { type Body, createBody } from '../values/body/body.ts'
import { encodeJson, type FieldReplacement, spliceFields } from '../values/body/splice.ts'
import { isStream, type Reply } from '../values/call.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { type Headers, headerValue, rewrittenHeaders } from '../values/headers.ts'
import { decodeComponent } from '../values/query-string.ts'
import { entranceError } from '../wire/error-kind.ts'
import { converseReply, converseStream } from './converse-reply.ts'
import { convertConverse } from './converse-request.ts'
import {
  type ClientForm,
  type Entrance,
  type EntranceRequest,
  type ReplyContext,
  SIGNED,
} from './entrance.ts'
import { breakFrame, EVENT_STREAM, eventFrame, FramedStream, type FrameMapper } from './event-frames.ts'

const PATH = /^\/model\/(.+)\/(invoke|invoke-with-response-stream|converse|converse-stream|count-tokens)\/?$/s

const NOT_SERVED = failure(
  'not_found',
  'Unknown operation of Bedrock: InvokeModel, Converse, both with a stream, and CountTokens are served here.',
)

/** `path`: below the host or the prefix of the entrance. */
export function bedrockEntrance(path: string): Entrance {
  const [, written, operation] = PATH.exec(path) ?? []
  const model = written === undefined ? undefined : decodeComponent(written)
  const call = { providers: ['bedrock'], model, path: '/messages', ...SIGNED }
  const named = model ?? ''
  switch (operation) {
    case 'invoke':
    case 'invoke-with-response-stream':
      return { ...call, ...invoke(named, operation) }
    case 'converse':
    case 'converse-stream':
      return { ...call, ...converse(named, operation === 'converse-stream') }
    case 'count-tokens':
      return { ...call, path: '/messages/count_tokens', ...countTokens(named) }
    default:
      return { ...call, request: () => NOT_SERVED, form: AWS_FORM, refusal: NOT_SERVED }
  }
}

type Operation = Pick<Entrance, 'request' | 'form'>

const NO_MODEL = failure('invalid_request', 'model is not a valid model name.', { param: 'model' })

function invoke(model: string, operation: string): Operation {
  const isStreamed = operation === 'invoke-with-response-stream'
  let isPassed = false
  return {
    request: (body, { headers }) => {
      if (body.field('anthropic_version') !== undefined)
        return refusedHeaders(headers) ?? toMessage(body, model, isStreamed, headers)
      isPassed = true
      const [, bare = model] = /^@[^/]+\/(.+)$/s.exec(model) ?? []
      // Servers resolve these segments, so the request would be signed for another path.
      if (bare === '.' || bare === '..') return NO_MODEL
      return { bytes: body.bytes, passedPath: `/model/${encodeURIComponent(bare)}/${operation}` }
    },
    form: formOf((reply, context) => {
      if (isPassed) return reply
      const { body } = reply
      if (isStream(body))
        return {
          ...reply,
          headers: streamedHeaders(reply.headers, context),
          body: new FramedStream(body, invokeFrames(context)),
        }
      const usage = asObject(asObject(parseJson(new TextDecoder().decode(body)))['usage'])
      return { ...reply, headers: [...reply.headers, ...countHeaders(usage, context)] }
    }),
  }
}

/** Guardrails of Bedrock are not applied to what other providers serve. */
const refusedHeaders = (headers: Headers): Failure | undefined =>
  headerValue(headers, 'x-amzn-bedrock-guardrailidentifier') === undefined
    ? undefined
    : failure('invalid_request', GUARDRAIL, { param: 'X-Amzn-Bedrock-GuardrailIdentifier' })

const GUARDRAIL =
  'A guardrail of Bedrock is not applied here: set guardrails in the config, or in the manifest for every call.'

/**
 * The body of Claude at a cloud as that of a message: the model and whether to stream are in the path, version and beta features in the
 * body. https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
 */
export function toMessage(
  body: Body,
  model: string | undefined,
  isStreamed: boolean | undefined,
  headers: Headers,
): EntranceRequest | Failure {
  const fields = body.fields()
  if (isFailure(fields)) return fields
  const replacements: FieldReplacement[] = []
  const replace = (name: string, value?: string | boolean): void => {
    if (value !== undefined || fields.names.includes(name))
      replacements.push({ name, value: value === undefined ? undefined : encodeJson(value) })
  }
  replace('anthropic_version')
  replace('anthropic_beta')
  if (model !== undefined) replace('model', model)
  if (isStreamed === true) replace('stream', true)
  else if (isStreamed === false) replace('stream')
  return {
    bytes: spliceFields(body.bytes, fields, replacements),
    headers: dialectHeaders(asText(body.field('anthropic_version')), body.field('anthropic_beta'), headers),
  }
}

/** A version that names a cloud is the cloud's; clients also write the version of the vendor's API here. */
function dialectHeaders(version: string | undefined, betas: unknown, headers: Headers): Headers {
  const names = typeof betas === 'string' ? [betas] : Array.isArray(betas) ? betas : []
  const all = [headerValue(headers, 'anthropic-beta'), ...names].filter(name => typeof name === 'string')
  return [
    ...(version !== undefined && /^\d/.test(version) ? ['anthropic-version', version] : []),
    ...(all.length === 0 ? [] : ['anthropic-beta', [...new Set(all)].join(',')]),
  ]
}

function converse(model: string, isStreamed: boolean): Operation {
  let dropped: readonly string[] = []
  return {
    request: (body, { headers }) => {
      const sent = body.json()
      if (isFailure(sent)) return sent
      const converted = convertConverse(sent, model, isStreamed)
      if (isFailure(converted)) return converted
      dropped = converted.dropped
      return {
        bytes: encodeJson(converted.message),
        headers: dialectHeaders(undefined, converted.betas, headers),
      }
    },
    form: formOf((reply, context) => {
      const { body } = reply
      const named =
        dropped.length === 0 ? reply : { ...reply, dropped: [...(reply.dropped ?? []), ...dropped] }
      if (isStream(body))
        return {
          ...named,
          headers: streamedHeaders(reply.headers, context),
          body: new FramedStream(body, converseStream(context)),
        }
      const message = asObject(parseJson(new TextDecoder().decode(body)))
      return {
        ...named,
        headers: [...rewrittenHeaders(reply.headers, 'application/json'), REQUEST_ID, context.trace],
        body: encodeJson(converseReply(message, context)),
      }
    }),
  }
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html */
function countTokens(model: string): Operation {
  return {
    request: (body, { headers }) => {
      const sent = body.json()
      if (isFailure(sent)) return sent
      const { invokeModel, converse: conversation } = asObject(sent['input'])
      const encoded = asText(asObject(invokeModel)['body'])
      if (encoded !== undefined)
        return toMessage(createBody(Buffer.from(encoded, 'base64')), model, false, headers)
      if (!isObject(conversation))
        return failure('invalid_request', 'input must have invokeModel.body or converse.', { param: 'input' })
      const converted = convertConverse(conversation, model, false)
      if (isFailure(converted)) return converted
      const { max_tokens: _, ...counted } = converted.message
      return {
        bytes: encodeJson(counted),
        headers: dialectHeaders(undefined, converted.betas, headers),
      }
    },
    form: formOf((reply, context) => {
      if (isStream(reply.body)) return reply
      const counted = asObject(parseJson(new TextDecoder().decode(reply.body)))
      return {
        ...reply,
        headers: [...rewrittenHeaders(reply.headers, 'application/json'), REQUEST_ID, context.trace],
        body: encodeJson({ inputTokens: asCount(counted['input_tokens']) ?? 0 }),
      }
    }),
  }
}

const REQUEST_ID = 'x-amzn-requestid'

const streamedHeaders = (headers: Headers, { trace }: ReplyContext): Headers => [
  ...rewrittenHeaders(headers, EVENT_STREAM),
  'x-amzn-bedrock-content-type',
  'application/json',
  REQUEST_ID,
  trace,
]

/** As Bedrock sends them beside the reply of a model. */
function countHeaders(usage: JsonObject, { trace, elapsed }: ReplyContext): Headers {
  const counts: readonly (readonly [string, number | undefined])[] = [
    ['input', asCount(usage['input_tokens'])],
    ['output', asCount(usage['output_tokens'])],
    ['cache-read-input', asCount(usage['cache_read_input_tokens'])],
    ['cache-write-input', asCount(usage['cache_creation_input_tokens'])],
  ]
  return [
    REQUEST_ID,
    trace,
    'x-amzn-bedrock-invocation-latency',
    String(Math.round(elapsed())),
    ...counts.flatMap(([name, count]) =>
      count === undefined ? [] : [`x-amzn-bedrock-${name}-token-count`, String(count)],
    ),
  ]
}

/** The events of a message in chunks; the last one has what Bedrock measures. */
function invokeFrames({ elapsed }: ReplyContext): FrameMapper {
  let isOver = false
  let firstByte: number | undefined
  let usage: JsonObject = {}
  const chunk = (json: string): Uint8Array =>
    eventFrame('chunk', JSON.stringify({ bytes: Buffer.from(json).toString('base64') }))
  return {
    isOver: () => isOver,
    event: ({ event, data }) => {
      firstByte ??= elapsed()
      if (event === 'content_block_delta') return [chunk(data)]
      const value = parseJson(data)
      if (!isObject(value)) return []
      const { type } = value
      if (type === 'ping') return []
      if (type === 'error') {
        isOver = true
        const { type: kind, message } = asObject(value['error'])
        return [breakFrame(asText(kind) ?? '', asText(message) ?? '')]
      }
      usage = { ...usage, ...asObject(asObject(value['message'])['usage']), ...asObject(value['usage']) }
      if (type !== 'message_stop') return [chunk(data)]
      isOver = true
      const metrics = {
        inputTokenCount: asCount(usage['input_tokens']) ?? 0,
        outputTokenCount: asCount(usage['output_tokens']) ?? 0,
        invocationLatency: Math.round(elapsed()),
        firstByteLatency: Math.round(firstByte),
        cacheReadInputTokenCount: asCount(usage['cache_read_input_tokens']) ?? 0,
        cacheWriteInputTokenCount: asCount(usage['cache_creation_input_tokens']) ?? 0,
      }
      return [chunk(JSON.stringify({ ...value, 'amazon-bedrock-invocationMetrics': metrics }))]
    },
  }
}

/** `served`: the form of replies that are not errors. */
const formOf = (served: ClientForm['reply']): ClientForm => ({
  reply: (reply, context) => (reply.status < 400 ? served(reply, context) : errorReply(reply, context)),
  ending: ({ headers }) =>
    headerValue(headers, 'content-type') === EVENT_STREAM
      ? ({ code, message }) => breakFrame(code, message)
      : undefined,
})

/** Replies that pass as they are. */
export const AWS_FORM: ClientForm = formOf(reply => reply)

/**
 * Statuses and names of Bedrock's errors. Where its SDKs try again, the status is one of those; a key is refused as an account is.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html#API_runtime_InvokeModel_Errors
 */
const ERRORS: ReadonlyMap<number, readonly [status: number, name: string]> = new Map([
  [401, [403, 'UnrecognizedClientException']],
  [403, [403, 'AccessDeniedException']],
  [404, [404, 'ResourceNotFoundException']],
  [408, [408, 'ModelTimeoutException']],
  [424, [424, 'ModelErrorException']],
  [429, [429, 'ThrottlingException']],
  [500, [500, 'InternalServerException']],
  [504, [408, 'ModelTimeoutException']],
])

const errorOf = (status: number): readonly [status: number, name: string] =>
  ERRORS.get(status) ?? (status >= 500 ? [503, 'ServiceUnavailableException'] : [400, 'ValidationException'])

/** Errors of the vendor itself, which passed unread, stay as they are. */
function errorReply(reply: Reply, { trace }: ReplyContext): Reply {
  const { status, headers, body } = reply
  const known = entranceError(reply, 'converse')
  if (known?.body !== undefined && !isStream(body)) return { ...reply, body: encodeJson(known.body) }
  if (isStream(body) || headerValue(headers, 'x-amzn-errortype') !== undefined) return reply
  const text = new TextDecoder().decode(body)
  const value = asObject(parseJson(text))
  const message = asText(asObject(value['error'])['message']) ?? asText(value['message']) ?? text
  const [written, name] = known === undefined ? errorOf(status) : [known.status, known.type]
  return {
    ...reply,
    status: written,
    headers: [...rewrittenHeaders(headers, 'application/json'), 'x-amzn-errortype', name, REQUEST_ID, trace],
    body: encodeJson({ message: known?.message ?? message }),
  }
}
