// The only driver: finds the target, writes the body, sends, and says what came back in the client's words, whole
// or streamed. Everything that does not depend on the request is prepared when the node is linked.
import type { CallNode } from '../../schemas/generated/types.ts'
import type { Identified } from '../cache/key.ts'
import type { Call, Reply } from '../call.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { UpstreamRequest } from '../ports.ts'
import type { AdapterContext, Endpoint, EndpointAdapter } from '../providers/adapter.ts'
import { collectionsOf } from '../providers/collections-of.ts'
import { failureReply } from '../reply.ts'
import { adapterContext, passedContext } from './adapter-context.ts'
import { linkAttempt } from './attempt.ts'
import { linkBinding } from './binding.ts'
import { linkBreaker } from './breaker.ts'
import { linkCircuit } from './circuit-of.ts'
import { converse } from './converse.ts'
import { exchange } from './exchange.ts'
import type { Linked } from './linked.ts'
import { maskFailure, withSentToken } from './mask-credentials.ts'
import { fetchMedia } from './media.ts'
import { noteAttempt } from './note-attempt.ts'
import { openTunnel } from './open-tunnel.ts'
import { outOfRange } from './out-of-range.ts'
import { bodyHeaders, forwardedHeaders } from './outgoing.ts'
import { linkOverridesOf, type OutgoingBody, requestJson, translatedBody } from './outgoing-body.ts'
import type { Parts } from './parts.ts'
import { passThrough } from './pass-through.ts'
import { receive } from './receive.ts'
import { endToEnd, isDelimited } from './reply-headers.ts'
import { resourcePath } from './resource-path.ts'
import { isFaced, linkServing, type Serving } from './serving.ts'
import { servingPath, withQueryOf } from './serving-path.ts'
import { isUnsignable, sign, unsignable } from './sign.ts'
import { takeRest } from './take-rest.ts'
import type { Target } from './target.ts'
import { throughFace } from './through-face.ts'
import { vendorBody } from './vendor-body.ts'

/** A body, and the context in which it was written: a dialect may have needed content from elsewhere. */
interface Written {
  readonly body: OutgoingBody
  readonly asked: AdapterContext
}

/** A linked call, with what a cache above it needs to tell requests apart. */
export interface LinkedCall extends Linked {
  readonly identify: (call: Call) => Identified | Failure
  /** Milliseconds that one try of the call may take. */
  readonly timeLimit: (call: Call) => number
}

/** A call node at a place: asks its provider, as often as its attempt says. */
export function linkCall(node: CallNode, at: string, parts: Parts, config: string): LinkedCall {
  const findTarget = linkBinding(node.binding, parts)
  const servingOf = linkServing()
  const overridesOf = linkOverridesOf(node.overrides)
  const { ports, gateway, tokens } = parts
  const prefix = gateway.headerPrefix
  const refused = (reason: Failure, target?: Target): Reply =>
    failureReply(target === undefined ? reason : maskFailure(reason, target.mask), at, target?.row.id)
  const ownLimit = node.attempt.timeout ?? gateway.limits.request_timeout
  const timeLimit = (call: Call): number => call.options.requestTimeout ?? ownLimit

  // A promise is made where something is waited for, and nowhere else: most calls wait for the provider alone.
  const ask = (call: Call): Promise<Reply> => {
    const target = findTarget(call)
    if (isFailure(target)) return Promise.resolve(refused(target))
    const milliseconds = timeLimit(call)
    if (call.endpoint === undefined) return askOther(call, target, milliseconds)
    const model = overridesOf(call).model ?? call.model ?? ''
    const serving = servingOf(target, call.endpoint, model)
    if (serving === undefined) {
      const reason = `${target.row.name} does not serve /${call.endpoint}.`
      return Promise.resolve(refused(failure('unsupported_endpoint', reason), target))
    }
    if (!isFaced(serving)) return askServed(call, target, serving, milliseconds)
    const { face, chat } = serving
    const behind = {
      target,
      plain: chat.adapter === undefined || chat.adapter.plain?.(model) === true,
      model,
      ask: (asked: Call) => askServed(asked, target, chat, milliseconds),
    }
    return throughFace(call, face, behind, ports, at)
  }

  /** What calls no model: operations on collections, in the provider's shapes or through its adapter, and the rest. */
  const askOther = async (call: Call, target: Target, milliseconds: number): Promise<Reply> => {
    const { resource } = call
    if (call.upgrade === true)
      return await openTunnel(call, overridesOf(call).model ?? call.model, target, at, milliseconds, parts)
    const own = resource && collectionsOf(target.row, target.adapter)?.[resource.collection]
    const operation = resource && own?.[resource.operation]
    if (operation !== undefined && resource !== undefined)
      return await converse(call, resource, operation, target, at, milliseconds, parts)
    if (own !== undefined && resource !== undefined && target.row.routes[resource.collection] === undefined) {
      const reason = `${target.row.name} does not serve "${resource.operation}" of /${resource.collection}.`
      return refused(failure('unsupported_endpoint', reason), target)
    }
    const path = resource === undefined ? call.path : resourcePath(resource, call.model, target)
    return isFailure(path)
      ? refused(path, target)
      : await passThrough(call, path, target, at, milliseconds, parts)
  }

  const askServed = (call: Call, target: Target, serving: Serving, milliseconds: number): Promise<Reply> => {
    const { adapter, endpoint } = serving
    const overridden = overridesOf(call).model
    if (adapter === undefined) {
      const context = passedContext(call, target, overridden, node.strict)
      return deliver(call, target, serving, pass(call, target, endpoint, context), milliseconds)
    }
    const context = adapterContext(call, target, overridden, node.strict, ports)
    const written = translate(call, target, adapter, context, milliseconds)
    return written instanceof Promise
      ? written.then(prepared => deliver(call, target, serving, prepared, milliseconds))
      : deliver(call, target, serving, written, milliseconds)
  }

  /** Sends a body that is prepared to the provider. */
  const deliver = (
    call: Call,
    target: Target,
    serving: Serving,
    written: Written | Failure,
    milliseconds: number,
  ): Promise<Reply> => {
    if (isFailure(written)) return Promise.resolve(refused(written, target))
    const { body, asked } = written
    const dropped = call.unsaid === undefined ? body.dropped : [...call.unsaid, ...body.dropped]
    if (dropped.length > 0 && gateway.unsupported === 'reject')
      return Promise.resolve(refused(unsaid(dropped, target), target))
    const place = body.path ?? servingPath(serving, target, asked)
    if (isFailure(place)) return Promise.resolve(refused(place, target))
    const path = serving.adapter === undefined ? withQueryOf(call, place) : place
    if (isUnsignable(call, target)) return Promise.resolve(refused(unsignable(target), target))
    const unsigned: UpstreamRequest = {
      method: 'POST',
      origin: target.origin,
      path: target.prefix + path,
      headers: bodyHeaders(call, target, node.forward, prefix, body.contentType),
      body: body.bytes,
      guarded: target.guarded,
      rest: takeRest(call, body.bytes.length),
    }
    const { signer } = target
    if (signer === undefined) return transmit(call, target, serving, unsigned, asked, dropped, milliseconds)
    return sign(unsigned, signer, ports, tokens).then(request => {
      if (isFailure(request)) return refused(request, target)
      const sentTo = { ...target, mask: withSentToken(target.mask, request.headers) }
      return transmit(call, sentTo, serving, request, asked, dropped, milliseconds)
    })
  }

  /** One attempt on the wire, recorded where it settles. */
  const transmit = (
    call: Call,
    target: Target,
    serving: Serving,
    request: UpstreamRequest,
    context: AdapterContext,
    dropped: readonly string[],
    milliseconds: number,
  ): Promise<Reply> => {
    const started = ports.clock.now()
    const conclude = (reply: Reply): Reply => {
      noteAttempt(call, at, reply, target, ports.clock.now() - started)
      return dropped.length === 0 ? reply : { ...reply, dropped }
    }
    return exchange<Reply>(
      request,
      call,
      milliseconds,
      ports,
      ({ status, headers, body }, settle) => {
        const head = { status, headers: endToEnd(headers, prefix), body }
        const parses = call.readsReply === true || !isDelimited(headers)
        receive(head, { call, target, serving, context, at, parses }, parts, reply => settle(conclude(reply)))
      },
      reason => conclude(refused({ ...reason, message: `${target.row.name}: ${reason.message}` }, target)),
    )
  }

  const pass = (
    call: Call,
    target: Target,
    endpoint: Endpoint,
    context: AdapterContext,
  ): Written | Failure => {
    const model = target.adapter?.model?.(endpoint, context)
    const body = vendorBody(call, endpoint, overridesOf(call), target.row, model)
    return isFailure(body) ? body : { body, asked: context }
  }

  /** At once, but where the dialect needs content from elsewhere. */
  const translate = (
    call: Call,
    target: Target,
    adapter: EndpointAdapter,
    context: AdapterContext,
    milliseconds: number,
  ): Written | Failure | Promise<Written | Failure> => {
    const request = requestJson(call, overridesOf(call), context.model)
    if (isFailure(request)) return request
    const outside = outOfRange(name => request[name], target.row)
    if (outside !== undefined) return outside
    const write = (media?: AdapterContext['media']): Written | Failure => {
      const asked: AdapterContext = { ...context, asked: request, ...(media === undefined ? {} : { media }) }
      const body = translatedBody(request, adapter, asked)
      return isFailure(body) ? body : { body, asked }
    }
    const links = adapter.links?.(request, context) ?? []
    if (links.length === 0) return write()
    return fetchMedia(links, call, milliseconds, ports).then(media =>
      isFailure(media) ? media : write(media),
    )
  }

  const identify = (call: Call): Identified | Failure => {
    const target = findTarget(call)
    const body = call.body.json()
    if (isFailure(target)) return target
    if (isFailure(body)) return body
    return {
      provider: target.row.id,
      identity: target.identity(),
      body: { ...body, model: call.model ?? null, ...overridesOf(call).values },
      strict: call.options.strict ?? node.strict,
      forwarded: forwardedHeaders(call, target, node.forward, prefix),
    }
  }
  const told = { identify, timeLimit }
  if (node.breaker === undefined) return { route: linkAttempt(node.attempt, ask, ports), ...told }
  const circuitOf = linkCircuit(`${config} ${at}`, node.binding, node.breaker, findTarget, parts.circuits)
  const isOpen = (call: Call): boolean => circuitOf(call).isOpen()
  const broken = linkBreaker(node.breaker, circuitOf, at, ownLimit, ask)
  return { route: linkAttempt(node.attempt, broken, ports, isOpen), isOpen, ...told }
}

/** For gateways that would rather refuse than lose a parameter. */
const unsaid = (dropped: readonly string[], { row }: Target): Failure =>
  failure('invalid_request', `${row.name} cannot be told: ${dropped.join(', ')}.`, {
    param: dropped[0] ?? '',
  })
