// The only driver: finds the target, writes the body, sends, and says what came back in the vendor's words, whole
// or streamed. Everything that does not depend on the request is prepared when the node is linked.
import type { CallNode } from '../../schemas/generated/types.ts'
import type { Identified } from '../cache/key.ts'
import type { Call, Reply, Route } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { UpstreamReply, UpstreamRequest } from '../ports.ts'
import type { AdapterContext, EndpointAdapter } from '../providers/adapter.ts'
import { fillTemplate, isTemplate } from '../providers/template.ts'
import { failureReply } from '../reply.ts'
import { collect } from '../streams/collect.ts'
import { relay } from '../streams/relay.ts'
import { translatedStage } from '../streams/translated-stage.ts'
import { untouchedStage } from '../streams/untouched-stage.ts'
import { adapterContext } from './adapter-context.ts'
import { linkAttempt } from './attempt.ts'
import { linkBinding } from './binding.ts'
import { exchange, type Settle } from './exchange.ts'
import {
  isEventStream,
  providerError,
  readError,
  statusOfError,
  translatedReply,
  usageOf,
  vendorReply,
} from './incoming-reply.ts'
import { noteAttempt } from './note-attempt.ts'
import { forwardedHeaders, jsonHeaders } from './outgoing.ts'
import { linkOverrides, type OutgoingBody, translatedBody, vendorBody } from './outgoing-body.ts'
import type { Parts } from './parts.ts'
import { passThrough } from './pass-through.ts'
import { endToEnd, relayedHeaders, rewrittenHeaders } from './reply-headers.ts'
import { sign } from './sign.ts'
import type { Target } from './target.ts'

/** A linked call, with what a cache above it needs to tell requests apart. */
export interface LinkedCall {
  readonly route: Route
  readonly identify: (call: Call) => Identified | Failure
}

/** A call node at a place: asks its provider, as often as its attempt says. */
export function linkCall(node: CallNode, at: string, parts: Parts): LinkedCall {
  const findTarget = linkBinding(node.binding, parts)
  const overrides = linkOverrides(node.overrides)
  const { ports, gateway, tokens } = parts
  const prefix = gateway.headerPrefix
  const { reply_bytes: limit, idle_timeout: idle, request_timeout: longest } = gateway.limits

  const ask = async (call: Call): Promise<Reply> => {
    const target = findTarget(call)
    if (isFailure(target)) return failureReply(target, at)
    const milliseconds = call.options.requestTimeout ?? node.attempt.timeout ?? longest
    if (call.endpoint === undefined) return passThrough(call, target, at, milliseconds, parts)
    const adapter = target.adapter?.endpoints[call.endpoint]
    const path = target.row.routes[call.endpoint]
    if (path === undefined || (target.adapter !== undefined && adapter === undefined)) {
      const reason = `${target.row.name} does not serve /${call.endpoint}.`
      return failureReply(failure('unsupported_endpoint', reason), at, target.row.id)
    }
    const context = adapterContext(call, target, overrides.model, node.strict, ports)
    const body = adapter
      ? translatedBody(call, overrides, adapter, context)
      : vendorBody(call, overrides, target)
    if (isFailure(body)) return failureReply(body, at, target.row.id)
    const unsigned: UpstreamRequest = {
      method: 'POST',
      origin: target.origin,
      path: target.prefix + (body.path ?? (isTemplate(path) ? fillRoute(path, target, context.model) : path)),
      headers: jsonHeaders(call, target, node.forward, prefix),
      body: body.bytes,
      guarded: target.guarded,
    }
    const request =
      target.signer === undefined ? unsigned : await sign(unsigned, target.signer, ports, tokens)
    if (isFailure(request)) return failureReply(request, at, target.row.id)
    return await send(request, call, target, milliseconds, adapter, context, body)
  }

  const send = async (
    request: UpstreamRequest,
    call: Call,
    target: Target,
    milliseconds: number,
    adapter: EndpointAdapter | undefined,
    context: AdapterContext,
    { dropped }: OutgoingBody,
  ): Promise<Reply> => {
    const started = ports.clock.now()
    const receive = ({ headers, ...rest }: UpstreamReply, settle: Settle<Reply>): void => {
      const head = { ...rest, headers: endToEnd(headers, prefix) }
      if (head.status < 300 && (isEventStream(head.headers) || isOwnStream(adapter, context)))
        receiveStream(head, call, target, adapter, context, settle)
      else receiveWhole(head, call, target, adapter, context, settle)
    }
    const reply = await exchange<Reply>(request, call, milliseconds, ports, receive, reason =>
      failureReply({ ...reason, message: `${target.row.name}: ${reason.message}` }, at, target.row.id),
    )
    noteAttempt(call, at, reply, target, ports.clock.now() - started)
    return dropped.length === 0 ? reply : { ...reply, dropped }
  }

  const receiveWhole = (
    head: UpstreamReply,
    call: Call,
    target: Target,
    adapter: EndpointAdapter | undefined,
    context: AdapterContext,
    settle: Settle<Reply>,
  ): void =>
    collect(head.body, limit, bytes => {
      if (isFailure(bytes)) return settle(failureReply(bytes, at, target.row.id))
      const arrival = { status: head.status, headers: head.headers, bytes }
      const reply = adapter
        ? translatedReply(arrival, target, at, adapter, context)
        : vendorReply(arrival, target, at)
      const usage = reply.status < 300 && reply.body instanceof Uint8Array ? usageOf(reply.body) : undefined
      if (usage !== undefined) call.record.usage = usage
      settle(reply)
    })

  const receiveStream = (
    head: UpstreamReply,
    call: Call,
    target: Target,
    adapter: EndpointAdapter | undefined,
    context: AdapterContext,
    settle: Settle<Reply>,
  ): void => {
    const { row } = target
    const stage =
      adapter?.stream === undefined
        ? untouchedStage(event => errorIn(event, target), row.endsStreams === 'close')
        : translatedStage(adapter.stream(context), adapter.framing)
    relay(head.body, stage, ports.clock, idle, limit, {
      commit: body => {
        const headers = adapter
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

  const identify = (call: Call): Identified | Failure => {
    const target = findTarget(call)
    const body = call.body.json()
    if (isFailure(target)) return target
    if (isFailure(body)) return body
    return {
      provider: target.row.id,
      identity: target.identity(),
      body: { ...body, model: call.model ?? null, ...overrides.values },
      strict: call.options.strict ?? node.strict,
      forwarded: forwardedHeaders(call, target, node.forward, prefix),
    }
  }
  return { route: linkAttempt(node.attempt, ask, ports), identify }
}

/** A stream in another framing than server-sent events, which its content type does not tell. */
const isOwnStream = (adapter: EndpointAdapter | undefined, { stream }: AdapterContext): boolean =>
  stream && adapter?.stream !== undefined && adapter.framing !== undefined && adapter.framing !== 'events'

/** A route with places for settings or for the model; a place that nothing fills was reported when it was compiled. */
const fillRoute = (route: string, { settings }: Target, model: string): string =>
  fillTemplate(route, { ...settings, model }) ?? route

/** The error in one event of a vendor-style stream, if it holds one. */
function errorIn(event: unknown, target: Target): ReturnType<typeof readError> | undefined {
  if (typeof event !== 'object' || event === null || !('error' in event) || event.error === null)
    return undefined
  return readError(target, event, 502)
}
