// Reads the response of one attempt, whole or streamed, into a reply in the client's dialect.

import { idleLimit } from '../../streams/idle-limit.ts'
import { mappedTransform } from '../../streams/mapped-transform.ts'
import { passthroughTransform } from '../../streams/passthrough-transform.ts'
import { readAll } from '../../streams/read-all.ts'
import { relay } from '../../streams/relay.ts'
import type { CreateStreamTransform } from '../../streams/stream-transform.ts'
import { typedEventNames, typedEventTransform } from '../../streams/typed-event-transform.ts'
import type { AdapterContext, VendorError } from '../../values/adapter.ts'
import type { Call, Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { failureReply } from '../../values/error-reply.ts'
import { isFailure } from '../../values/failures.ts'
import type { UpstreamReply } from '../../values/ports.ts'
import { rewrittenHeaders, streamHeaders } from '../../values/response-headers.ts'
import type { LinkContext } from '../link-context.ts'
import { type Mask, maskBytes, maskError } from '../target/mask-credentials.ts'
import type { Target } from '../target/target.ts'
import type { NativeEndpoint } from './endpoint-support.ts'
import type { Settle } from './send-attempt.ts'
import {
  isEventStream,
  nativeReply,
  providerError,
  readError,
  statusOfError,
  translatedReply,
  usageOf,
} from './upstream-response.ts'

/** The attempt that a response belongs to. */
export interface AttemptContext {
  readonly call: Call
  readonly target: Target
  readonly serving: NativeEndpoint
  readonly context: AdapterContext
  /** The name of the node in replies and logs. */
  readonly targetName: string
  /** Whether a whole reply is parsed before it counts as a success. */
  readonly parses: boolean
}

export function readResponse(
  head: UpstreamReply,
  original: AttemptContext,
  { ports, gateway }: Pick<LinkContext, 'ports' | 'gateway'>,
  settle: Settle<Reply>,
): void {
  const { serving } = original
  const attempt = serving.adapter?.requestOnly
    ? { ...original, serving: { ...serving, adapter: undefined } }
    : original
  const { reply_bytes: limit, idle_timeout: idle } = gateway.limits
  const isSuccess = head.status < 300
  if (isSuccess && (isEventStream(head.headers) || isAdapterStream(attempt)))
    readStream(head, attempt, ports.clock, idle, limit, settle)
  else if (
    isSuccess &&
    endpointFacts[attempt.serving.endpoint].responseBody === 'any' &&
    attempt.serving.adapter === undefined
  )
    settle(passThroughResponse(head, attempt, ports.clock, idle))
  else readWhole(head, attempt, limit, settle)
}

/** True for streams that are not server-sent events, which the content type does not show. */
function isAdapterStream({ serving: { adapter }, context: { stream } }: AttemptContext): boolean {
  return stream && adapter?.stream !== undefined && (adapter.framing ?? 'events') !== 'events'
}

/** Audio and subtitles: bytes pass unchanged, with an idle timeout. */
const passThroughResponse = (
  { status, headers, body }: UpstreamReply,
  { call, target: { spec }, targetName }: AttemptContext,
  clock: LinkContext['ports']['clock'],
  idle: number,
): Reply => ({
  status,
  headers,
  body: idleLimit(body, clock, idle, reason => {
    call.record.streamError = reason
  }),
  target: targetName,
  provider: spec.id,
  retries: 0,
  cache: undefined,
})

function readWhole(
  head: UpstreamReply,
  { call, target, serving: { adapter }, context, targetName, parses }: AttemptContext,
  limit: number,
  settle: Settle<Reply>,
): void {
  readAll(
    head.body,
    limit,
    bytes => {
      if (isFailure(bytes)) return settle(failureReply(bytes, targetName, target.spec.id))
      const arrival = { status: head.status, headers: head.headers, bytes }
      const reply = adapter
        ? translatedReply(arrival, target, targetName, adapter, context)
        : nativeReply(arrival, target, targetName, parses)
      const usage = reply.status < 300 && reply.body instanceof Uint8Array ? usageOf(reply.body) : undefined
      if (usage !== undefined) call.record.usage = usage
      settle(reply)
    },
    call.memory,
  )
}

function readStream(
  head: UpstreamReply,
  attempt: AttemptContext,
  clock: LinkContext['ports']['clock'],
  idle: number,
  limit: number,
  settle: Settle<Reply>,
): void {
  const { call, target, serving, targetName } = attempt
  const { spec } = target
  relay(head.body, maskedStage(transformOf(attempt), target.mask), clock, idle, limit, {
    onCommit: body => {
      const headers = serving.adapter
        ? rewrittenHeaders(head.headers, 'text/event-stream')
        : streamHeaders(head.headers)
      settle({
        status: head.status,
        headers,
        body,
        target: targetName,
        provider: spec.id,
        retries: 0,
        cache: undefined,
      })
    },
    onFailedBeforeCommit: reason => {
      if (isFailure(reason)) settle(failureReply(reason, targetName, spec.id))
      else settle(providerError(reason, statusOfError(reason), head.headers, target, targetName))
    },
    onUsage: usage => {
      call.record.usage = usage
    },
    onBroken: reason => {
      call.record.streamError = reason
    },
  })
}

function transformOf({
  target,
  serving: { adapter, endpoint },
  context,
}: AttemptContext): CreateStreamTransform {
  if (adapter?.stream !== undefined) {
    const mapper = adapter.stream({ ...context, includeUsage: true })
    return mappedTransform(mapper, adapter.framing, context.includeUsage)
  }
  const { streamFormat } = endpointFacts[endpoint]
  const masked = (bytes: Uint8Array): Uint8Array => maskBytes(bytes, target.mask)
  return streamFormat === undefined || streamFormat === 'chunks'
    ? passthroughTransform(event => errorIn(event, target), target.spec.endsStreams === 'close', masked)
    : typedEventTransform(typedEventNames[streamFormat], event => readError(target, event, 502), masked)
}

/** Masks credentials in errors that the provider reports within a stream. */
const maskedStage =
  (create: CreateStreamTransform, mask: Mask): CreateStreamTransform =>
  listener =>
    create({ ...listener, error: (error, told) => listener.error(maskError(error, mask), told) })

/** The error in an event of a vendor-schema stream, if any. */
function errorIn(event: unknown, target: Target): VendorError | undefined {
  if (typeof event !== 'object' || event === null || !('error' in event) || event.error === null)
    return undefined
  return readError(target, event, 502)
}
