// One attempt at an endpoint of a provider, as one object: its steps prepare the body, send the request, read the reply and record how
// it went. What does not depend on the request is in the linked call.
import type { CallNode, ProviderSpec } from '../../../schemas/generated/types.ts'
import { acceptsCodings } from '../../values/accepted-codings.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { concatenate } from '../../values/byte-stream.ts'
import type { Call, Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { isDelimited, passedOnHeaders } from '../../values/headers.ts'
import type { UpstreamReply, UpstreamRequest } from '../../values/ports.ts'
import type { LinkContext } from '../link-context.ts'
import { maskFailure, withSentToken } from '../target/mask-credentials.ts'
import { sign, unsignable } from '../target/sign.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'
import type { AttemptContext } from './attempt-context.ts'
import { endpointPath, limitToVendor, withQueryOf } from './endpoint-support.ts'
import { ProviderExchange, recordAttempt, setUsageAside } from './exchange.ts'
import { NEEDS_RESPONSES } from './fit-fields.ts'
import { choosesModel, type Overrides } from './overrides.ts'
import { isRelayed, readResponse } from './read-response.ts'
import { consumeRemainder, NEEDS_FITTING, nativeBody } from './request-body.ts'
import { requestHeaders } from './request-headers.ts'
import { sendParts } from './send-parts.ts'
import { adapterContext, type PreparedRequest, translateRequest } from './translate-request.ts'

/** What all attempts of a call node have in common. */
export interface LinkedAttempts extends Pick<CallNode, 'forward' | 'strict'> {
  readonly vendorFieldsOnly: CallNode['vendorFieldsOnly'] | undefined
  /** The name of the node in replies and logs. */
  readonly targetName: string
  readonly overridesOf: (call: Call) => Overrides
  readonly parts: LinkContext
}

export class Attempt extends ProviderExchange<Reply> implements AttemptContext {
  readonly call: Call
  target: Target
  serving: NativeEndpoint
  context: AdapterContext = NO_CONTEXT
  parses = false
  readonly #linked: LinkedAttempts
  readonly #milliseconds: number
  #dropped: readonly string[] = NONE
  #started = 0
  #queued: number | undefined = undefined
  #connect: number | undefined = undefined
  #reconnected: true | undefined = undefined
  #firstByte: number | undefined = undefined

  constructor(
    linked: LinkedAttempts,
    call: Call,
    target: Target,
    serving: NativeEndpoint,
    milliseconds: number,
  ) {
    super()
    this.#linked = linked
    this.call = call
    this.target = target
    this.serving = serving
    this.#milliseconds = milliseconds
  }

  get targetName(): string {
    return this.#linked.targetName
  }

  /** Sends the call: its body as it is, or translated to the provider's dialect. */
  serve(): Promise<Reply> {
    const { adapter } = this.serving
    if (adapter === undefined) return this.#serveUnchanged()
    const { call, target } = this
    const { strict, overridesOf, parts } = this.#linked
    const overrides = overridesOf(call)
    const created = adapterContext(call, target, overrides.model, strict, parts.ports)
    const chooses = adapter.requestOnly === true && choosesModel(call, overrides)
    const context = chooses ? { ...created, choosesModel: true } : created
    const prepared = translateRequest(
      call,
      target,
      adapter,
      overrides,
      context,
      this.#milliseconds,
      parts.ports,
    )
    return prepared instanceof Promise
      ? prepared.then(arrived => this.#deliverParts(arrived))
      : this.#deliverParts(prepared)
  }

  /** A body in the client's dialect: only its path depends on the context, so the rest is not computed. */
  #serveUnchanged(): Promise<Reply> {
    const { call, target, serving } = this
    const { strict, overridesOf } = this.#linked
    const { spec, settings, adapter } = target
    const overrides = overridesOf(call)
    const context: AdapterContext = {
      model: overrides.model ?? call.model ?? '',
      stream: call.stream,
      strict: call.options.strict ?? strict,
      now: 0,
      identifier: '',
      includeUsage: false,
      defaults: (spec.defaults ?? NO_DEFAULTS) as AdapterContext['defaults'],
      settings,
    }
    const model = adapter?.model?.(serving.endpoint, context)
    const body = nativeBody(call, serving.endpoint, overrides, target, model)
    if (!isFailure(body)) return this.#deliver(body, context)
    if (body === NEEDS_RESPONSES) return this.#serveAsResponse(overrides, context, model)
    return body === NEEDS_FITTING ? this.#serveFitted(overrides, context, model) : this.#refuse(body)
  }

  /** A message for a model that the gateway chose. */
  async #serveFitted(
    overrides: Overrides,
    context: AdapterContext,
    model: string | undefined,
  ): Promise<Reply> {
    const { call, target, serving } = this
    const { fitMessage } = await import('../../providers/anthropic/fit-message.ts')
    const body = nativeBody(call, serving.endpoint, overrides, target, model, { fitMessage })
    return isFailure(body) ? this.#refuse(body) : this.#deliver(body, context)
  }

  /** A chat that its model takes at the Responses API only, if the provider serves one there. */
  async #serveAsResponse(
    overrides: Overrides,
    context: AdapterContext,
    model: string | undefined,
  ): Promise<Reply> {
    const { call, target, serving } = this
    const { responsesServing } = await import('./chat-via-responses.ts')
    const other = responsesServing(target, context)
    if (other !== undefined) {
      this.serving = other
      return this.serve()
    }
    const body = nativeBody(call, serving.endpoint, overrides, target, model, { staysChat: true })
    return isFailure(body) ? this.#refuse(body) : this.#deliver(body, context)
  }

  /** A provider may take fewer inputs at a time than the request has. */
  #deliverParts(prepared: PreparedRequest | Failure): Promise<Reply> {
    if (isFailure(prepared)) return this.#refuse(prepared)
    if (prepared.parts === undefined) return this.#deliver(prepared.body, prepared.context)
    const { call, target, serving } = this
    const linked = this.#linked
    return sendParts(
      call,
      prepared.parts,
      this.#milliseconds,
      target,
      linked.targetName,
      linked.parts.ports.clock,
      (partCall, { body, context }, milliseconds) =>
        new Attempt(linked, partCall, target, serving, milliseconds).#deliver(body, context),
    )
  }

  /** Makes the request of a prepared body. */
  #deliver(body: PreparedRequest['body'], context: AdapterContext): Promise<Reply> {
    const { call, target, serving } = this
    const { forward, parts } = this.#linked
    const { gateway } = parts
    this.#dropped =
      call.droppedParameters === undefined ? body.dropped : [...call.droppedParameters, ...body.dropped]
    if (this.#dropped.length > 0 && gateway.unsupported === 'reject')
      return this.#refuse(unsupportedParameters(this.#dropped, target))
    const servedPath = body.path ?? serving.fixedPath ?? endpointPath(serving, target, context)
    if (isFailure(servedPath)) return this.#refuse(servedPath)
    const path =
      serving.adapter === undefined && call.path.includes('?') ? withQueryOf(call, servedPath) : servedPath
    const { signer } = target
    const { remainder } = call.body
    if (signer !== undefined && remainder !== undefined) return this.#refuse(unsignable(target))
    const hasOwnHeaders =
      forward.length > 0 ||
      serving.forwardsHeaders ||
      body.contentType !== undefined ||
      call.options.forwardHeaders !== undefined ||
      call.options.unread !== undefined
    const unsigned: UpstreamRequest = {
      method: 'POST',
      origin: target.origin,
      path: (serving.adapter?.basePath?.(target.prefix) ?? target.prefix) + path,
      headers: hasOwnHeaders
        ? requestHeaders(call, target, forward, gateway.headerPrefix, body.contentType)
        : target.jsonHeaders,
      // Signatures cover the body as a whole.
      body:
        signer === undefined || body.rest === undefined
          ? body.bytes
          : concatenate([body.bytes, ...body.rest]),
      rest: signer === undefined ? body.rest : undefined,
      hostAuthor: target.hostAuthor,
      isRepeatable: endpointFacts[serving.endpoint].isStored !== true && remainder === undefined,
      remainder: remainder && consumeRemainder(call, body.bytes.length),
    }
    if (signer === undefined) return this.#transmit(unsigned, context)
    return sign(unsigned, signer, target.client).then(request => {
      if (isFailure(request)) return this.#refuse(request)
      this.target = { ...target, mask: withSentToken(target.mask, request.headers) }
      return this.#transmit(request, context)
    })
  }

  #transmit(request: UpstreamRequest, context: AdapterContext): Promise<Reply> {
    const { call, serving } = this
    const isLimited = (call.options.strict ?? this.#linked.vendorFieldsOnly) === true
    const repaired = isLimited
      ? limitToVendor(call, serving, this.target, this.#linked.parts.limitReplies())
      : serving.repair?.(call, serving, this.target)
    if (repaired === undefined) return this.#exchange(request, context)
    const read = (adapter: typeof serving.adapter): Promise<Reply> => {
      const isRaw = serving.adapter === undefined || serving.adapter.requestOnly === true
      this.serving = { ...serving, adapter }
      return this.#exchange(request, isRaw && adapter ? this.#readingContext(context, isLimited) : context)
    }
    return repaired instanceof Promise ? repaired.then(read) : read(repaired)
  }

  /** A context for reading replies, where the request was sent without one. */
  #readingContext({ model }: AdapterContext, isLimited: boolean): AdapterContext {
    const { call, target } = this
    const { strict, parts } = this.#linked
    const context = adapterContext(call, target, model, strict, parts.ports)
    // A stream of the vendor's schema may have usage, whether or not the client requested it.
    return isLimited ? { ...context, includeUsage: true } : context
  }

  #exchange(request: UpstreamRequest, context: AdapterContext): Promise<Reply> {
    const { call, target } = this
    const { record } = call
    const { ports, propagateTrace } = this.#linked.parts
    this.context = context
    if (record.usage !== undefined || record.attempts.length > 0)
      setUsageAside(record, record.servedModel ?? call.model)
    else if (record.answeredModel !== undefined) record.answeredModel = undefined
    // Of this attempt: the previous one may have requested another model.
    const isOther = context.model !== '' && context.model !== call.model
    if (isOther || record.servedModel !== undefined) record.servedModel = isOther ? context.model : undefined
    if (target.isRegional || record.isRegional !== undefined) record.isRegional = target.isRegional
    if (record.createReplyReader !== undefined) record.replyReader = record.createReplyReader(request.body)
    this.#started = ports.clock.monotonic()
    const sent = propagateTrace === undefined ? request : propagateTrace(request, call, target.spec.id)
    const client = call.transport?.(target.client.ports, this.#sockets()) ?? target.client.ports
    return this.send(sent, call, this.#milliseconds, client)
  }

  /** What the provider serves over a WebSocket at the endpoint. */
  #sockets(): ProviderSpec['webSockets'] {
    return this.serving.endpoint === 'responses' ? this.target.spec.webSockets : undefined
  }

  #refuse(reason: Failure): Promise<Reply> {
    return Promise.resolve(refusal(reason, this.#linked.targetName, this.target))
  }

  override sent(queued: number, connect: number | undefined): void {
    this.#queued = queued
    this.#connect = connect
  }

  override reconnecting(): void {
    this.#reconnected = true
  }

  protected override receive({ status, headers, body }: UpstreamReply): void {
    const { parts } = this.#linked
    this.#firstByte = parts.ports.clock.monotonic() - this.#started
    this.parses = this.call.readsReply === true || !isDelimited(headers)
    const { serving } = this
    if (serving.adapter?.requestOnly === true) this.serving = { ...serving, adapter: undefined }
    const passed = passedOnHeaders(headers, parts.gateway.headerPrefix)
    readResponse({ status, headers: passed, body }, this, parts)
  }

  override keepsCoding({ status, headers }: Pick<UpstreamReply, 'status' | 'headers'>): boolean {
    return (
      status < 300 &&
      this.call.readsReply !== true &&
      isRelayed(this, headers) &&
      acceptsCodings(this.call.headers, headers)
    )
  }

  protected override failed(reason: Failure): Reply {
    const { target } = this
    const named = { ...reason, message: `${target.spec.name}: ${reason.message}` }
    return refusal(named, this.#linked.targetName, target)
  }

  protected override conclude(reply: Reply): Reply {
    const { targetName, parts } = this.#linked
    const times = {
      started: this.#started,
      queued: this.#queued,
      connect: this.#connect,
      reconnected: this.#reconnected,
      firstByte: this.#firstByte,
    }
    recordAttempt(this.call, targetName, reply, this.target, times, parts.ports.clock.monotonic())
    return this.#dropped.length === 0 ? reply : { ...reply, dropped: this.#dropped }
  }
}

/** Why a target was not called. */
export const refusal = (reason: Failure, targetName: string, { mask, spec }: Target): Reply =>
  failureReply(maskFailure(reason, mask), targetName, spec.id)

/** For gateways that reject unsupported parameters instead of dropping them. */
const unsupportedParameters = (dropped: readonly string[], { spec }: Target): Failure =>
  failure('invalid_request', `${spec.name} does not support: ${dropped.join(', ')}.`, {
    param: dropped[0] ?? '',
  })

const NONE: readonly string[] = []
const NO_DEFAULTS: AdapterContext['defaults'] = {}
/** Of an attempt whose body is not prepared yet. */
const NO_CONTEXT: AdapterContext = {
  model: '',
  stream: false,
  strict: true,
  now: 0,
  identifier: '',
  includeUsage: false,
  defaults: NO_DEFAULTS,
  settings: {},
}
