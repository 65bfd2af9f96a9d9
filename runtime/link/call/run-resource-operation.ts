// Runs an operation on a resource: each request that the operation yields is signed and sent, and its response is
// returned to the operation, until it produces the reply.

import { readResourceRequest } from '../../resources/read-request.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { readAll } from '../../values/byte-stream.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { type Headers, IDENTITY, passedOnHeaders } from '../../values/headers.ts'
import { hasDotSegments } from '../../values/path-traversal.ts'
import type { UpstreamRequest } from '../../values/ports.ts'
import type {
  OperationContext,
  ResourceCall,
  ResourceOperation,
  StepRequest,
  StepResponse,
} from '../../values/resource-operation.ts'
import type { LinkContext } from '../link-context.ts'
import { maskBytes, maskFailure, withSentToken } from '../target/mask-credentials.ts'
import { sign } from '../target/sign.ts'
import type { Target } from '../target/target.ts'
import { recordAttempt, sendAttempt } from './exchange.ts'
import { providerError, readError } from './provider-error.ts'
import { resourcePath } from './resource-path.ts'

const decoder = new TextDecoder('utf-8')
/** More requests than any operation needs: a provider whose cursor never ends must not occupy a call forever. */
const MAX_REQUESTS = 200

/** Total size of all responses of one operation, as a multiple of `limits.reply_bytes`: operations accumulate them. */
const MAX_REPLY_FACTOR = 2
/** Identifiers come from clients and are part of paths. */
const PATH_TRAVERSAL = failure(
  'invalid_request',
  'The identifier contains a dot segment, which could lead to another path.',
)

export async function runResourceOperation(
  call: Call,
  resource: ResourceCall,
  operation: ResourceOperation,
  target: Target,
  targetName: string,
  milliseconds: number,
  parts: LinkContext,
): Promise<Reply> {
  const { ports } = parts
  const endWith = (reason: Failure): Reply =>
    failureReply(maskFailure(reason, target.mask), targetName, target.spec.id)
  const request = readResourceRequest(resource, call.body)
  if (isFailure(request)) return endWith(request)
  const context: OperationContext = {
    settings: target.settings,
    defaults: (target.spec.defaults ?? {}) as OperationContext['defaults'],
    rejectsUnsupported: parts.gateway.unsupported === 'reject',
    now: Math.floor(ports.clock.now() / 1000),
    identifier: ports.randomId(),
  }
  const steps = operation(request, context)
  let step = steps.next()
  let receivedBytes = 0
  for (let requestCount = 0; !step.done; requestCount += 1) {
    if (requestCount === MAX_REQUESTS)
      return endWith(
        failure('invalid_upstream_reply', `${target.spec.name} sent too many pages.`, { lasting: true }),
      )
    const { value } = step
    const answer = await send(value, call, target, targetName, milliseconds, parts)
    if (
      value.isOptional === true &&
      ('body' in answer || answer.status >= 300 || answer.json === undefined)
    ) {
      step = steps.next(NO_RESPONSE)
      continue
    }
    if ('body' in answer) return answer
    if (answer.status >= 300 && value.accepts?.includes(answer.status) !== true) {
      const error = readError(
        target,
        answer.json ?? decoder.decode(answer.bytes),
        answer.status,
        answer.headers,
      )
      const headers = passedOnHeaders(answer.headers, parts.gateway.headerPrefix)
      return providerError(error, answer.status, headers, target, targetName)
    }
    receivedBytes += answer.bytes.length
    if (receivedBytes > MAX_REPLY_FACTOR * parts.gateway.limits.reply_bytes)
      return endWith(tooManyRequests(target))
    const watched = watchJson(answer)
    step = steps.next(watched.answer)
    if (watched.isMissed()) return endWith(notJson(target))
  }
  const { value } = step
  if (isFailure(value)) return endWith(value)
  const replyFields = {
    status: 200,
    target: targetName,
    provider: target.spec.id,
    retries: 0,
    cache: undefined,
  }
  if ('bytes' in value)
    return { ...replyFields, headers: ['content-type', value.contentType], body: value.bytes }
  const { json, dropped = [] } = value
  const reply = { ...replyFields, headers: JSON_HEADERS, body: encodeJson(json) }
  return dropped.length === 0 ? reply : { ...reply, dropped }
}

const NO_RESPONSE: StepResponse = { status: 503, headers: [], bytes: new Uint8Array(0), json: undefined }

/** An operation that reads JSON which the provider did not send would make up a resource, or an empty list. */
function watchJson(answer: StepResponse): {
  readonly answer: StepResponse
  readonly isMissed: () => boolean
} {
  let isMissed = false
  return {
    answer: {
      ...answer,
      get json() {
        isMissed ||= answer.json === undefined && answer.status < 300
        return answer.json
      },
    },
    isMissed: () => isMissed,
  }
}

const notJson = ({ spec }: Target): Failure =>
  failure('invalid_upstream_reply', `${spec.name} sent a reply that is not JSON.`, { cause: 'decode' })

const tooManyRequests = ({ spec }: Target): Failure =>
  failure('invalid_upstream_reply', `${spec.name} sent more than the gateway buffers for one operation.`, {
    cause: 'too-large',
  })

/** The response, or the error reply when there is none. */
async function send(
  stepRequest: StepRequest,
  call: Call,
  target: Target,
  targetName: string,
  milliseconds: number,
  parts: LinkContext,
): Promise<StepResponse | Reply> {
  const { gateway, propagateTrace } = parts
  const { ports } = target.client
  const endWith = (reason: Failure): Reply =>
    failureReply(
      { ...reason, message: `${target.spec.name}: ${target.mask.text(reason.message)}` },
      targetName,
      target.spec.id,
    )
  const otherOrigin = stepRequest.origin !== undefined && stepRequest.origin !== target.origin
  if (otherOrigin && target.adapter?.resourceOrigins?.(target.settings).includes(stepRequest.origin) !== true)
    return endWith(failure('blocked_host', 'The operation would have sent a credential to another origin.'))
  const path =
    typeof stepRequest.path === 'string'
      ? stepRequest.path
      : resourcePath(stepRequest.path, undefined, target)
  if (isFailure(path)) return endWith(path)
  if (hasDotSegments(path)) return endWith(PATH_TRAVERSAL)
  const unsigned: UpstreamRequest = {
    method: stepRequest.method,
    origin: stepRequest.origin ?? target.origin,
    path: stepRequest.origin === undefined ? target.prefix + path : path,
    headers: headersOf(stepRequest, otherOrigin ? [] : target.headers),
    body:
      stepRequest.body === undefined || stepRequest.body instanceof Uint8Array
        ? stepRequest.body
        : encodeJson(stepRequest.body),
    hostAuthor: target.hostAuthor,
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, target.client)
  if (isFailure(request)) return endWith(request)
  const started = ports.clock.monotonic()
  const sent =
    propagateTrace === undefined || otherOrigin ? request : propagateTrace(request, call, target.spec.id)
  const answer = await sendAttempt<StepResponse | Reply>(sent, call, milliseconds, ports, {
    receive: ({ status, headers, body }, settle) =>
      readAll(
        body,
        gateway.limits.reply_bytes,
        collected => {
          if (isFailure(collected)) return settle(endWith(collected))
          const mask = withSentToken(target.mask, request.headers)
          const bytes = status < 400 ? collected : maskBytes(collected, mask)
          settle({ status, headers, bytes, json: parse(bytes) })
        },
        call.memory,
      ),
    fail: endWith,
  })
  recordAttempt(call, targetName, answer, target, { started }, ports.clock.monotonic())
  return answer
}

const headersOf = ({ headers = [], body }: StepRequest, stepHeaders: Headers): Headers => [
  ...(body === undefined || body instanceof Uint8Array ? [] : JSON_HEADERS),
  ...stepHeaders,
  ...headers,
  ...IDENTITY,
]

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
