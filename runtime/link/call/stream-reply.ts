// Relays the body of a provider's response: an event stream in the client's dialect, or audio and subtitles unchanged.
import { idleLimit } from '../../streams/idle-limit.ts'
import { inPortions } from '../../streams/in-portions.ts'
import { mappedTransform } from '../../streams/mapped-transform.ts'
import { passthroughTransform } from '../../streams/passthrough-transform.ts'
import { relay } from '../../streams/relay.ts'
import type { CreateStreamTransform } from '../../streams/stream-transform.ts'
import { typedEventNames, typedEventTransform } from '../../streams/typed-event-transform.ts'
import type { Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { failureReply } from '../../values/error-reply.ts'
import { isFailure } from '../../values/failures.ts'
import { rewrittenHeaders, streamHeaders } from '../../values/headers.ts'
import type { UpstreamReply } from '../../values/ports.ts'
import { statusOfError } from '../../wire/error-status.ts'
import type { LinkContext } from '../link-context.ts'
import { type Mask, maskChunks, maskError } from '../target/mask-credentials.ts'
import type { AttemptContext } from './attempt-context.ts'
import { errorInEvent, providerError, readError } from './provider-error.ts'

/** Audio and subtitles: bytes pass unchanged, with an idle timeout. */
export const passThroughResponse = (
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

/** Bytes of a stream that are read before others are served: several thousand of the smallest events. */
const PORTION = 64 * 1024

/** Settles with the first content of the stream, or with its failure before that. */
export function readStream(
  head: UpstreamReply,
  attempt: AttemptContext,
  ports: LinkContext['ports'],
  idle: number,
  limit: number,
): void {
  const { call, target, serving, targetName } = attempt
  const { spec } = target
  const body = inPortions(head.body, PORTION, ports)
  relay(body, maskedStage(transformOf(attempt), target.mask), ports.clock, idle, limit, {
    onCommit: committed => {
      const headers = serving.adapter
        ? rewrittenHeaders(head.headers, 'text/event-stream')
        : streamHeaders(head.headers)
      attempt.settle({
        status: head.status,
        headers,
        body: committed,
        target: targetName,
        provider: spec.id,
        retries: 0,
        cache: undefined,
      })
    },
    onFailedBeforeCommit: reason => {
      if (isFailure(reason)) attempt.settle(failureReply(reason, targetName, spec.id))
      else attempt.settle(providerError(reason, statusOfError(reason), head.headers, target, targetName))
    },
    onUsage: usage => {
      call.record.usage = usage
    },
    onModel: name => {
      call.record.answeredModel = name
    },
    onBroken: (reason, alreadySent) => {
      const passes = alreadySent && serving.endpoint === call.endpoint
      call.record.streamError = passes ? { ...reason, passed: true } : reason
    },
  })
}

function transformOf({
  call,
  target,
  serving: { adapter, endpoint },
  context,
}: AttemptContext): CreateStreamTransform {
  const { mask } = target
  const { replyReader } = call.record
  if (adapter?.stream !== undefined) {
    const mapper = adapter.stream({ ...context, includeUsage: true })
    const usageRequested = context.includeUsage && call.usageAdded !== true
    return mappedTransform(mapper, adapter.framing, usageRequested, replyReader)
  }
  const { streamFormat } = endpointFacts[endpoint]
  const masked = maskChunks(mask)
  return streamFormat === undefined || streamFormat === 'chunks'
    ? passthroughTransform(event => errorInEvent(target, event), masked, call.usageAdded, replyReader)
    : typedEventTransform(
        typedEventNames[streamFormat],
        event => readError(target, event, 502),
        masked,
        replyReader,
      )
}

/** Masks credentials in errors that the provider reports within a stream. */
const maskedStage =
  (create: CreateStreamTransform, mask: Mask): CreateStreamTransform =>
  listener =>
    create({
      ...listener,
      error: (reason, told) => listener.error(isFailure(reason) ? reason : maskError(reason, mask), told),
    })
