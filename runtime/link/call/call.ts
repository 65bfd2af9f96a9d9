// Links call nodes. A call resolves the target, prepares the body, sends the request and converts the response, whole
// or streamed. Everything that does not depend on the request is prepared at link time.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import { resourceAdaptersFor } from '../../providers/resource-adapters.ts'
import type { AdapterContext, Endpoint, EndpointAdapter } from '../../values/adapter.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { UpstreamRequest } from '../../values/ports.ts'
import { isDelimited, withoutHopByHop } from '../../values/response-headers.ts'
import type { LinkContext } from '../link-context.ts'
import { linkBreaker } from '../nodes/breaker.ts'
import type { LinkedNode } from '../nodes/linked-node.ts'
import { linkRetry } from '../nodes/retry.ts'
import { linkBinding } from '../target/binding.ts'
import { linkCircuit } from '../target/circuit-lookup.ts'
import { maskFailure, withSentToken } from '../target/mask-credentials.ts'
import { isUnsignable, sign, unsignable } from '../target/sign.ts'
import type { Target } from '../target/target.ts'
import { adapterContext, passthroughContext } from './adapter-context.ts'
import { checkRanges } from './check-ranges.ts'
import { consumeRemainder } from './consume-remainder.ts'
import { endpointPath, withQueryOf } from './endpoint-path.ts'
import { isTranslated, linkServing, type NativeEndpoint } from './endpoint-support.ts'
import { fetchMedia } from './fetch-media.ts'
import { nativeBody } from './native-body.ts'
import { openTunnel } from './open-tunnel.ts'
import { linkOverridesOf, type RequestBody, requestJson, translatedBody } from './overrides.ts'
import { passThrough } from './pass-through.ts'
import { readResponse } from './read-response.ts'
import { recordAttempt } from './record-attempt.ts'
import { forwardedHeaders, requestHeaders } from './request-headers.ts'
import { resourcePath } from './resource-path.ts'
import { runResourceOperation } from './run-resource-operation.ts'
import { sendAttempt } from './send-attempt.ts'
import { serveViaChat } from './via-chat.ts'

/** A prepared body and its adapter context, which may contain fetched media. */
interface PreparedRequest {
  readonly body: RequestBody
  readonly context: AdapterContext
}

/** A linked call node, and what a cache around it needs to build its key. */
export interface LinkedCall extends LinkedNode {
  readonly identify: (call: Call) => CacheIdentity | Failure
  /** Timeout of one attempt in milliseconds. */
  readonly timeLimit: (call: Call) => number
}

/** Links a call node with its retries and its circuit breaker. */
export function linkCall(node: CallNode, targetName: string, parts: LinkContext, config: string): LinkedCall {
  const findTarget = linkBinding(node.binding, parts)
  const servingOf = linkServing()
  const overridesOf = linkOverridesOf(node.overrides)
  const { ports, gateway, tokens } = parts
  const prefix = gateway.headerPrefix
  const refusal = (reason: Failure, target?: Target): Reply =>
    failureReply(
      target === undefined ? reason : maskFailure(reason, target.mask),
      targetName,
      target?.spec.id,
    )
  const defaultTimeout = node.attempt.timeout ?? gateway.limits.request_timeout
  const timeLimit = (call: Call): number => call.options.requestTimeout ?? defaultTimeout

  // Promises are created only where something is awaited: most calls wait only for the provider.
  const send = (call: Call): Promise<Reply> => {
    const target = findTarget(call)
    if (isFailure(target)) return Promise.resolve(refusal(target))
    const milliseconds = timeLimit(call)
    if (call.endpoint === undefined) return sendPassThrough(call, target, milliseconds)
    const model = overridesOf(call).model ?? call.model ?? ''
    const serving = servingOf(target, call.endpoint, model)
    if (serving === undefined) {
      const reason = `${target.spec.name} does not serve /${call.endpoint}.`
      return Promise.resolve(refusal(failure('unsupported_endpoint', reason), target))
    }
    if (!isTranslated(serving)) return sendToProvider(call, target, serving, milliseconds)
    const { face, chat } = serving
    const chatBackend = {
      target,
      plain: chat.adapter === undefined || chat.adapter.takesPlainChat?.(model) === true,
      model,
      send: (asked: Call) => sendToProvider(asked, target, chat, milliseconds),
    }
    return serveViaChat(call, face, chatBackend, ports, targetName)
  }

  /** Requests without an endpoint: WebSocket tunnels, resource operations, and pass-through requests. */
  const sendPassThrough = async (call: Call, target: Target, milliseconds: number): Promise<Reply> => {
    const { resource } = call
    if (call.upgrade === true)
      return await openTunnel(
        call,
        overridesOf(call).model ?? call.model,
        target,
        targetName,
        milliseconds,
        parts,
      )
    const resources = resource && resourceAdaptersFor(target.spec, target.adapter)?.[resource.route]
    const operation = resource && resources?.[resource.operation]
    if (operation !== undefined && resource !== undefined)
      return await runResourceOperation(call, resource, operation, target, targetName, milliseconds, parts)
    if (
      resources !== undefined &&
      resource !== undefined &&
      target.spec.routes[resource.route] === undefined
    ) {
      const reason = `${target.spec.name} does not serve "${resource.operation}" of /${resource.route}.`
      return refusal(failure('unsupported_endpoint', reason), target)
    }
    const path = resource === undefined ? call.path : resourcePath(resource, call.model, target)
    return isFailure(path)
      ? refusal(path, target)
      : await passThrough(call, path, target, targetName, milliseconds, parts)
  }

  const sendToProvider = (
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    milliseconds: number,
  ): Promise<Reply> => {
    const { adapter, endpoint } = serving
    const overridden = overridesOf(call).model
    if (adapter === undefined) {
      const context = passthroughContext(call, target, overridden, node.strict)
      return deliver(call, target, serving, pass(call, target, endpoint, context), milliseconds)
    }
    const context = adapterContext(call, target, overridden, node.strict, ports)
    const prepared = translate(call, target, adapter, context, milliseconds)
    return prepared instanceof Promise
      ? prepared.then(prepared => deliver(call, target, serving, prepared, milliseconds))
      : deliver(call, target, serving, prepared, milliseconds)
  }

  /** Sends a prepared body to the provider. */
  const deliver = (
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    prepared: PreparedRequest | Failure,
    milliseconds: number,
  ): Promise<Reply> => {
    if (isFailure(prepared)) return Promise.resolve(refusal(prepared, target))
    const { body, context } = prepared
    const dropped =
      call.droppedParameters === undefined ? body.dropped : [...call.droppedParameters, ...body.dropped]
    if (dropped.length > 0 && gateway.unsupported === 'reject')
      return Promise.resolve(refusal(unsupportedParameters(dropped, target), target))
    const servedPath = body.path ?? endpointPath(serving, target, context)
    if (isFailure(servedPath)) return Promise.resolve(refusal(servedPath, target))
    const path = serving.adapter === undefined ? withQueryOf(call, servedPath) : servedPath
    if (isUnsignable(call, target)) return Promise.resolve(refusal(unsignable(target), target))
    const unsigned: UpstreamRequest = {
      method: 'POST',
      origin: target.origin,
      path: target.prefix + path,
      headers: requestHeaders(call, target, node.forward, prefix, body.contentType),
      body: body.bytes,
      mustBePublic: target.mustBePublic,
      remainder: consumeRemainder(call, body.bytes.length),
    }
    const { signer } = target
    if (signer === undefined) return transmit(call, target, serving, unsigned, context, dropped, milliseconds)
    return sign(unsigned, signer, ports, tokens).then(request => {
      if (isFailure(request)) return refusal(request, target)
      const sentTo = { ...target, mask: withSentToken(target.mask, request.headers) }
      return transmit(call, sentTo, serving, request, context, dropped, milliseconds)
    })
  }

  /** Sends one attempt and records its result. */
  const transmit = (
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    request: UpstreamRequest,
    context: AdapterContext,
    dropped: readonly string[],
    milliseconds: number,
  ): Promise<Reply> => {
    const started = ports.clock.now()
    const conclude = (reply: Reply): Reply => {
      recordAttempt(call, targetName, reply, target, ports.clock.now() - started)
      return dropped.length === 0 ? reply : { ...reply, dropped }
    }
    return sendAttempt<Reply>(
      request,
      call,
      milliseconds,
      ports,
      ({ status, headers, body }, settle) => {
        const head = { status, headers: withoutHopByHop(headers, prefix), body }
        const parses = call.readsReply === true || !isDelimited(headers)
        readResponse(head, { call, target, serving, context, targetName, parses }, parts, reply =>
          settle(conclude(reply)),
        )
      },
      reason => conclude(refusal({ ...reason, message: `${target.spec.name}: ${reason.message}` }, target)),
    )
  }

  const pass = (
    call: Call,
    target: Target,
    endpoint: Endpoint,
    context: AdapterContext,
  ): PreparedRequest | Failure => {
    const model = target.adapter?.model?.(endpoint, context)
    const body = nativeBody(call, endpoint, overridesOf(call), target.spec, model)
    return isFailure(body) ? body : { body, context: context }
  }

  /** Converts the request to the native dialect; asynchronous only when media must be fetched. */
  const translate = (
    call: Call,
    target: Target,
    adapter: EndpointAdapter,
    context: AdapterContext,
    milliseconds: number,
  ): PreparedRequest | Failure | Promise<PreparedRequest | Failure> => {
    const request = requestJson(call, overridesOf(call), context.model)
    if (isFailure(request)) return request
    const rangeFailure = checkRanges(name => request[name], target.spec)
    if (rangeFailure !== undefined) return rangeFailure
    const write = (media?: AdapterContext['media']): PreparedRequest | Failure => {
      const asked: AdapterContext = {
        ...context,
        requestBody: request,
        ...(media === undefined ? {} : { media }),
      }
      const body = translatedBody(request, adapter, asked)
      return isFailure(body) ? body : { body, context: asked }
    }
    const links = adapter.mediaLinks?.(request, context) ?? []
    if (links.length === 0) return write()
    return fetchMedia(links, call, milliseconds, ports).then(media =>
      isFailure(media) ? media : write(media),
    )
  }

  const identify = (call: Call): CacheIdentity | Failure => {
    const target = findTarget(call)
    const body = call.body.json()
    if (isFailure(target)) return target
    if (isFailure(body)) return body
    return {
      provider: target.spec.id,
      bindingId: target.identity(),
      body: { ...body, model: call.model ?? null, ...overridesOf(call).values },
      strict: call.options.strict ?? node.strict,
      forwarded: forwardedHeaders(call, target, node.forward, prefix),
    }
  }
  const timing = { identify, timeLimit }
  if (node.breaker === undefined) return { route: linkRetry(node.attempt, send, ports), ...timing }
  const circuitOf = linkCircuit(
    `${config} ${targetName}`,
    node.binding,
    node.breaker,
    findTarget,
    parts.circuits,
  )
  const isOpen = (call: Call): boolean => circuitOf(call).isOpen()
  const guardedSend = linkBreaker(node.breaker, circuitOf, targetName, defaultTimeout, send)
  return { route: linkRetry(node.attempt, guardedSend, ports, isOpen), isOpen, ...timing }
}

/** The failure for gateways that reject unsupported parameters instead of dropping them. */
const unsupportedParameters = (dropped: readonly string[], { spec }: Target): Failure =>
  failure('invalid_request', `${spec.name} does not support: ${dropped.join(', ')}.`, {
    param: dropped[0] ?? '',
  })
