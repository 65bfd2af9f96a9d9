// What comes back of one try, whole or streamed, in the words that the client understands.
import type { Call, Reply } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { isFailure } from '../failures.ts'
import type { UpstreamReply } from '../ports.ts'
import type { AdapterContext, VendorError } from '../providers/adapter.ts'
import { failureReply } from '../reply.ts'
import { collect } from '../streams/collect.ts'
import { idleLimit } from '../streams/idle-limit.ts'
import { eventWords, namedStage } from '../streams/named-stage.ts'
import { relay } from '../streams/relay.ts'
import type { CreateStage } from '../streams/stage.ts'
import { translatedStage } from '../streams/translated-stage.ts'
import { untouchedStage } from '../streams/untouched-stage.ts'
import type { Settle } from './exchange.ts'
import {
  isEventStream,
  providerError,
  readError,
  statusOfError,
  translatedReply,
  usageOf,
  vendorReply,
} from './incoming-reply.ts'
import { type Mask, maskBytes, maskError } from './mask-credentials.ts'
import type { Parts } from './parts.ts'
import { relayedHeaders, rewrittenHeaders } from './reply-headers.ts'
import type { Serving } from './serving.ts'
import type { Target } from './target.ts'

/** All that reading a reply needs to know of what was asked. */
export interface Asked {
  readonly call: Call
  readonly target: Target
  readonly serving: Serving
  readonly context: AdapterContext
  /** The name of the node in replies and logs. */
  readonly at: string
  /** Whether a whole reply is parsed before it counts as a success. */
  readonly parses: boolean
}

export function receive(
  head: UpstreamReply,
  given: Asked,
  { ports, gateway }: Pick<Parts, 'ports' | 'gateway'>,
  settle: Settle<Reply>,
): void {
  const { serving } = given
  const asked = serving.adapter?.passes ? { ...given, serving: { ...serving, adapter: undefined } } : given
  const { reply_bytes: limit, idle_timeout: idle } = gateway.limits
  const well = head.status < 300
  if (well && (isEventStream(head.headers) || isOwnStream(asked)))
    receiveStream(head, asked, ports.clock, idle, limit, settle)
  else if (
    well &&
    endpointFacts[asked.serving.endpoint].gives === 'any' &&
    asked.serving.adapter === undefined
  )
    settle(passed(head, asked, ports.clock, idle))
  else receiveWhole(head, asked, limit, settle)
}

/** A stream in another framing than server-sent events, which its content type does not tell. */
function isOwnStream({ serving: { adapter }, context: { stream } }: Asked): boolean {
  return stream && adapter?.stream !== undefined && (adapter.framing ?? 'events') !== 'events'
}

/** Sound and subtitles: the bytes as they come. */
const passed = (
  { status, headers, body }: UpstreamReply,
  { call, target: { row }, at }: Asked,
  clock: Parts['ports']['clock'],
  idle: number,
): Reply => ({
  status,
  headers,
  body: idleLimit(body, clock, idle, reason => {
    call.record.broken = reason
  }),
  at,
  provider: row.id,
  retries: 0,
  cache: undefined,
})

function receiveWhole(
  head: UpstreamReply,
  { call, target, serving: { adapter }, context, at, parses }: Asked,
  limit: number,
  settle: Settle<Reply>,
): void {
  collect(
    head.body,
    limit,
    bytes => {
      if (isFailure(bytes)) return settle(failureReply(bytes, at, target.row.id))
      const arrival = { status: head.status, headers: head.headers, bytes }
      const reply = adapter
        ? translatedReply(arrival, target, at, adapter, context)
        : vendorReply(arrival, target, at, parses)
      const usage = reply.status < 300 && reply.body instanceof Uint8Array ? usageOf(reply.body) : undefined
      if (usage !== undefined) call.record.usage = usage
      settle(reply)
    },
    call.memory,
  )
}

function receiveStream(
  head: UpstreamReply,
  asked: Asked,
  clock: Parts['ports']['clock'],
  idle: number,
  limit: number,
  settle: Settle<Reply>,
): void {
  const { call, target, serving, at } = asked
  const { row } = target
  relay(head.body, maskedStage(stageOf(asked), target.mask), clock, idle, limit, {
    commit: body => {
      const headers = serving.adapter
        ? rewrittenHeaders(head.headers, 'text/event-stream')
        : relayedHeaders(head.headers)
      settle({ status: head.status, headers, body, at, provider: row.id, retries: 0, cache: undefined })
    },
    dead: reason => {
      if (isFailure(reason)) settle(failureReply(reason, at, row.id))
      else settle(providerError(reason, statusOfError(reason), head.headers, target, at))
    },
    usage: usage => {
      call.record.usage = usage
    },
    broken: reason => {
      call.record.broken = reason
    },
  })
}

function stageOf({ target, serving: { adapter, endpoint }, context }: Asked): CreateStage {
  if (adapter?.stream !== undefined) {
    const mapper = adapter.stream({ ...context, includeUsage: true })
    return translatedStage(mapper, adapter.framing, context.includeUsage)
  }
  const { streams } = endpointFacts[endpoint]
  const masked = (bytes: Uint8Array): Uint8Array => maskBytes(bytes, target.mask)
  return streams === undefined || streams === 'chunks'
    ? untouchedStage(event => errorIn(event, target), target.row.endsStreams === 'close', masked)
    : namedStage(eventWords[streams], event => readError(target, event, 502), masked)
}

/** Errors that the provider reports within the stream, without its credentials. */
const maskedStage =
  (create: CreateStage, mask: Mask): CreateStage =>
  listener =>
    create({ ...listener, error: (error, told) => listener.error(maskError(error, mask), told) })

/** The error in one event of a vendor-style stream, if it holds one. */
function errorIn(event: unknown, target: Target): VendorError | undefined {
  if (typeof event !== 'object' || event === null || !('error' in event) || event.error === null)
    return undefined
  return readError(target, event, 502)
}
