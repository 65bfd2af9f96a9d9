// Links call nodes. A call resolves the target, prepares the body, sends the request and converts the response, whole
// or streamed. Everything that does not depend on the request is prepared at link time.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import type { AdapterContext, Endpoint } from '../../values/adapter.ts'
import { concatenate } from '../../values/byte-stream.ts'
import type { Call, Reply, Route } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { UpstreamRequest } from '../../values/ports.ts'
import type { LinkContext } from '../link-context.ts'
import { linkBreaker } from '../nodes/breaker.ts'
import type { LinkedNode } from '../nodes/linked-node.ts'
import { linkRetry } from '../nodes/retry.ts'
import { linkTargetLimits } from '../nodes/target-limits.ts'
import { linkAllowedModels } from '../target/allowed-models.ts'
import { linkBinding } from '../target/binding.ts'
import { linkCircuit } from '../target/circuit-lookup.ts'
import { maskFailure, withSentToken } from '../target/mask-credentials.ts'
import { sign, unsignable } from '../target/sign.ts'
import { storedSlugOf } from '../target/stored-slug.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'
import { linkCacheIdentity } from './cache-identity.ts'
import { customToolChat } from './custom-tool-chat.ts'
import { endpointPath, endpointSupport, isTranslated, withQueryOf } from './endpoint-support.ts'
import { sendWithoutEndpoint } from './pass-through.ts'
import { ProviderCall } from './provider-call.ts'
import { consumeRemainder, linkOverridesOf, nativeBody } from './request-body.ts'
import { requestHeaders } from './request-headers.ts'
import { sendAttempt, setUsageAside } from './send-attempt.ts'
import { sendParts } from './send-parts.ts'
import { adapterContext, type PreparedRequest, translateRequest } from './translate-request.ts'
import { unsupportedParameters } from './unsupported-parameters.ts'
import { withVendorFieldsOnly } from './vendor-fields-only.ts'
import { serveViaChat } from './via-chat.ts'

/** A linked call node, and what a cache around it needs to build its key. */
export interface LinkedCall extends LinkedNode {
  readonly identify: (call: Call) => CacheIdentity | Failure
  /** Timeout of one attempt in milliseconds. */
  readonly timeLimit: (call: Call) => number
  /** Records the provider and the model for a call that is answered in their place. */
  readonly recordTarget: (call: Call) => void
}

/** Links a call node with its retries and its circuit breaker. */
export function linkCall(node: CallNode, targetName: string, parts: LinkContext, config: string): LinkedCall {
  const { find, fixed } = linkBinding(node.binding, parts)
  const overridesOf = linkOverridesOf(node.overrides)
  const modelOf = (call: Call): string | undefined => overridesOf(call).model ?? call.model
  const targetOf = linkAllowedModels(find, fixed, modelOf)
  const { ports, gateway, tokens } = parts
  const prefix = gateway.headerPrefix
  const forwards = node.forward.length > 0
  const refusal = (reason: Failure, target?: Target): Reply =>
    failureReply(
      target === undefined ? reason : maskFailure(reason, target.mask),
      targetName,
      target?.spec.id,
    )
  const defaultTimeout = node.attempt.timeout ?? gateway.limits.request_timeout
  /** The deadline of a whole request may shorten an attempt, but never extends it. */
  const timeLimit = ({ options: { requestTimeout } }: Call): number =>
    requestTimeout === undefined || requestTimeout > defaultTimeout ? defaultTimeout : requestTimeout

  // Promises are created only where something is awaited: most calls wait only for the provider.
  const send = (call: Call): Promise<Reply> => {
    const target = targetOf(call)
    if (isFailure(target)) return Promise.resolve(refusal(target))
    const milliseconds = timeLimit(call)
    call.record.slug = storedSlugOf(node.binding, call)
    if (call.endpoint === undefined)
      return sendWithoutEndpoint(call, overridesOf(call), target, targetName, milliseconds, parts)
    const custom =
      call.endpoint === 'chat/completions' && target.spec.customTools !== true
        ? customToolChat(call)
        : undefined
    return custom === undefined
      ? serveEndpoint(call, call.endpoint, target, milliseconds)
      : serveEndpoint(custom.call, call.endpoint, target, milliseconds).then(custom.toReply)
  }

  const serveEndpoint = (
    call: Call,
    endpoint: Endpoint,
    target: Target,
    milliseconds: number,
  ): Promise<Reply> => {
    const model = modelOf(call)
    const known = target.endpoints.get(endpoint)
    if (known !== undefined && known.adapter === undefined)
      return sendUnchanged(call, target, known, milliseconds)
    const serving = endpointSupport(target, endpoint, model ?? '')
    if (serving === undefined) {
      const reason = `${target.spec.name} does not serve /${endpoint}.`
      return Promise.resolve(refusal(failure('unsupported_endpoint', reason), target))
    }
    if (!isTranslated(serving)) return sendToProvider(call, target, serving, milliseconds)
    const { api, chat } = serving
    const chatBackend = {
      target,
      plain: chat.adapter === undefined || chat.adapter.takesPlainChat?.(model ?? '') === true,
      model: model ?? '',
      send: (chatCall: Call) => sendToProvider(chatCall, target, chat, milliseconds),
    }
    return serveViaChat(call, api, chatBackend, ports, targetName)
  }

  const sendToProvider = (
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    milliseconds: number,
  ): Promise<Reply> => {
    const { adapter } = serving
    if (adapter === undefined) return sendUnchanged(call, target, serving, milliseconds)
    const overrides = overridesOf(call)
    const context = adapterContext(call, target, overrides.model, node.strict, ports)
    const prepared = translateRequest(call, target, adapter, overrides, context, milliseconds, ports)
    const deliverAll = (prepared: PreparedRequest | Failure): Promise<Reply> => {
      if (isFailure(prepared) || prepared.parts === undefined)
        return deliver(call, target, serving, prepared, milliseconds)
      return sendParts(call, prepared.parts, milliseconds, target, targetName, ports.clock, (...part) =>
        deliver(part[0], target, serving, part[1], part[2]),
      )
    }
    return prepared instanceof Promise ? prepared.then(deliverAll) : deliverAll(prepared)
  }

  /** Sends a body in the client's dialect: only its path depends on the context, so the rest is not computed. */
  const sendUnchanged = (
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    milliseconds: number,
  ): Promise<Reply> => {
    const { spec, settings, adapter } = target
    const overrides = overridesOf(call)
    const context: AdapterContext = {
      model: overrides.model ?? call.model ?? '',
      stream: call.stream,
      strict: call.options.strict ?? node.strict,
      now: 0,
      identifier: '',
      includeUsage: false,
      defaults: (spec.defaults ?? NO_DEFAULTS) as AdapterContext['defaults'],
      settings,
    }
    const model = adapter?.model?.(serving.endpoint, context)
    const body = nativeBody(call, serving.endpoint, overrides, target, model)
    return deliver(call, target, serving, isFailure(body) ? body : { body, context }, milliseconds)
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
    const servedPath = body.path ?? serving.fixedPath ?? endpointPath(serving, target, context)
    if (isFailure(servedPath)) return Promise.resolve(refusal(servedPath, target))
    const path =
      serving.adapter === undefined && call.path.includes('?') ? withQueryOf(call, servedPath) : servedPath
    const { signer } = target
    const { remainder } = call.body
    if (signer !== undefined && remainder !== undefined)
      return Promise.resolve(refusal(unsignable(target), target))
    const unsigned: UpstreamRequest = {
      method: 'POST',
      origin: target.origin,
      path: (serving.adapter?.basePath?.(target.prefix) ?? target.prefix) + path,
      headers:
        forwards || serving.forwardsHeaders || body.contentType !== undefined || call.options.forwardHeaders
          ? requestHeaders(call, target, node.forward, prefix, body.contentType)
          : target.jsonHeaders,
      // Signatures cover the body as a whole.
      body:
        signer === undefined || body.rest === undefined
          ? body.bytes
          : concatenate([body.bytes, ...body.rest]),
      rest: signer === undefined ? body.rest : undefined,
      hostAuthor: target.hostAuthor,
      remainder: remainder && consumeRemainder(call, body.bytes.length),
    }
    if (signer === undefined) return transmit(call, target, serving, unsigned, context, dropped, milliseconds)
    return sign(unsigned, signer, ports, tokens).then(request => {
      if (isFailure(request)) return refusal(request, target)
      const sentTo = { ...target, mask: withSentToken(target.mask, request.headers) }
      return transmit(call, sentTo, serving, request, context, dropped, milliseconds)
    })
  }

  /** Sends one attempt; its owner records the result. */
  const transmit = (
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    request: UpstreamRequest,
    context: AdapterContext,
    dropped: readonly string[],
    milliseconds: number,
  ): Promise<Reply> => {
    const told =
      (call.options.strict ?? node.vendorFieldsOnly) === true
        ? withVendorFieldsOnly(serving, context, target)
        : undefined
    if (call.record.usage !== undefined) setUsageAside(call.record, call.record.servedModel ?? call.model)
    // Of this attempt: one before it may have asked for another model.
    const isOther = context.model !== '' && context.model !== call.model
    if (isOther || call.record.servedModel !== undefined)
      call.record.servedModel = isOther ? context.model : undefined
    const owner = new ProviderCall(
      call,
      target,
      told?.serving ?? serving,
      told?.context ?? context,
      targetName,
      dropped,
      parts,
    )
    const sent = parts.propagateTrace === undefined ? request : parts.propagateTrace(request, call, target)
    return sendAttempt<Reply>(sent, call, milliseconds, ports, owner)
  }

  const identify = linkCacheIdentity(node, targetOf, overridesOf, prefix)
  const recordTarget = (call: Call): void => {
    const model = modelOf(call)
    call.record.slug = storedSlugOf(node.binding, call)
    if (model !== call.model) call.record.servedModel = model
  }
  const timing = { identify, timeLimit, recordTarget }
  const limited = (route: Route): Route =>
    linkTargetLimits(node.binding, targetOf, modelOf, targetName, route, gateway.telemetry?.usage === true)
  if (node.breaker === undefined) return { route: limited(linkRetry(node.attempt, send, ports)), ...timing }
  const circuitOf = linkCircuit(`${config} ${targetName}`, node.binding, node.breaker, find, parts.circuits)
  const isOpen = (call: Call): boolean => circuitOf(call).isOpen()
  const guardedSend = linkBreaker(node.breaker, circuitOf, targetName, defaultTimeout, send)
  return { route: limited(linkRetry(node.attempt, guardedSend, ports, isOpen)), isOpen, ...timing }
}

const NO_DEFAULTS: AdapterContext['defaults'] = {}
