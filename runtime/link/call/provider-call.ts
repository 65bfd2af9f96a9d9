// Links the calls of a node to its provider: each resolves its target, and sends one attempt there, or one to a chat that replaces the
// endpoint. Everything that does not depend on the request is prepared at link time.
import type { Binding, CallNode } from '../../../schemas/generated/types.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import type { Endpoint } from '../../values/adapter.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { LinkContext } from '../link-context.ts'
import { linkAllowedModels, linkBinding, linkOtherSlug, linkStoredSlug } from '../target/binding.ts'
import type { FindTarget } from '../target/static-binding.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'
import { Attempt, type LinkedAttempts, refusal } from './attempt.ts'
import { dialectVersion } from './beta-features.ts'
import { customToolChat } from './custom-tool-chat.ts'
import { endpointSupport, isTranslated } from './endpoint-support.ts'
import { linkOverridesOf } from './overrides.ts'
import { sendWithoutEndpoint } from './pass-through.ts'
import { familyFactsOf } from './request-body.ts'
import { forwardedHeaders } from './request-headers.ts'
import { type ChatBackend, serveViaChat } from './via-chat.ts'

export interface ProviderCall {
  /** Sends one attempt. */
  readonly send: (call: Call) => Promise<Reply>
  /** The target of a call, whatever its model is. */
  readonly find: FindTarget
  readonly targetOf: FindTarget
  /** The model that is requested from the target. */
  readonly modelOf: (call: Call) => string | undefined
  /** The slug of the stored provider that is called; undefined where it is not a stored one. */
  readonly slugOf: (call: Call) => string | undefined
  /** The member of the pool that is called; undefined outside of pools. */
  readonly member: string | undefined
  /** Another slug whose policies hold for a call; undefined without pools. */
  readonly otherSlugOf: ((call: Call) => string | undefined) | undefined
  /** Milliseconds that an attempt may take, where the request does not say. */
  readonly defaultTimeout: number
  /** The same for a call. */
  readonly timeLimit: (call: Call) => number
  /** What tells the replies of this node apart in a cache. */
  readonly identify: (call: Call) => CacheIdentity | Failure
}

const hasChats = ({ spec }: Target): boolean => spec.routes['chat/completions'] !== undefined

/** A counter that only the vendor has is not expected of other hosts of its schema. */
const hasCounter = ({ origin, ownAdapter, spec }: Target, serving: object | undefined): boolean =>
  serving !== undefined &&
  (ownAdapter?.endpoints['messages/count_tokens'] === undefined ||
    origin.endsWith(new URL(spec.baseUrl ?? origin).host))

/** Whether Messages may name what another provider stores. */
const namesState = ({ body }: Call): boolean =>
  (body.field('thread') ?? null) !== null || (body.field('container') ?? null) !== null

/** The identifier that a client gives each request does not make its reply another one. */
const REQUEST_ID = /^x-(ms-)?client-request-id$/i

const withoutRequestId = (headers: Headers): Headers =>
  headers.filter((_, index) => !REQUEST_ID.test(headers[index - (index % 2)] ?? ''))

/** Settings of what a node sends and takes back, regardless of the provider. */
export type SentSettings = Pick<CallNode, 'overrides' | 'forward' | 'strict' | 'vendorFieldsOnly'>

/** `timeout` is that of the node for an attempt, in milliseconds. */
export function linkProviderCall(
  binding: Binding,
  timeout: number | undefined,
  { overrides, forward, strict, vendorFieldsOnly }: SentSettings,
  targetName: string,
  parts: LinkContext,
): ProviderCall {
  const { find, fixed } = linkBinding(binding, parts)
  const overridesOf = linkOverridesOf(overrides)
  const modelOf = (call: Call): string | undefined => overridesOf(call).model ?? call.model
  const targetOf = linkAllowedModels(find, fixed, modelOf)
  const slugOf = linkStoredSlug(binding, parts)
  const member = parts.scope?.pool?.member
  const otherSlugOf = linkOtherSlug(slugOf, parts)
  const { ports, gateway } = parts
  const reportsCost = gateway.telemetry?.costHeader === true
  const linked: LinkedAttempts = { forward, strict, vendorFieldsOnly, targetName, overridesOf, parts }
  const defaultTimeout = timeout ?? gateway.limits.request_timeout
  /** The deadline of a whole request may shorten an attempt, but never extends it. */
  const timeLimit = ({ options: { requestTimeout } }: Call): number =>
    requestTimeout === undefined || requestTimeout > defaultTimeout ? defaultTimeout : requestTimeout

  // Promises are created only where something is awaited: most calls wait only for the provider.
  const send = (call: Call): Promise<Reply> => {
    const target = targetOf(call)
    if (isFailure(target)) return Promise.resolve(failureReply(target, targetName))
    call.record.slug = slugOf(call)
    call.record.member = member
    if (reportsCost) call.record.isStrictDisabled = (call.options.strict ?? strict) === false
    const { endpoint } = call
    if (endpoint === undefined)
      return sendWithoutEndpoint(call, overridesOf(call), target, targetName, timeLimit(call), parts, forward)
    const custom =
      endpoint === 'chat/completions' && target.spec.customTools !== true ? customToolChat(call) : undefined
    return custom === undefined
      ? serveEndpoint(call, endpoint, target)
      : serveEndpoint(custom.call, endpoint, target).then(custom.toReply)
  }

  const serveAt = (call: Call, target: Target, serving: NativeEndpoint): Promise<Reply> =>
    new Attempt(linked, call, target, serving, timeLimit(call)).serve()

  const serveEndpoint = (call: Call, endpoint: Endpoint, target: Target): Promise<Reply> => {
    if (endpoint === 'messages' && target.spec.stores === undefined && namesState(call))
      return import('./stored-state.ts').then(({ stateElsewhere }) => {
        const refused = stateElsewhere(call, target.spec)
        return refused === undefined
          ? serveAvailable(call, endpoint, target)
          : refusal(refused, targetName, target)
      })
    return serveAvailable(call, endpoint, target)
  }

  const serveAvailable = (call: Call, endpoint: Endpoint, target: Target): Promise<Reply> => {
    const known = target.endpoints.get(endpoint)
    if (known !== undefined && known.adapter === undefined) return serveAt(call, target, known)
    const model = modelOf(call) ?? ''
    const serving = endpointSupport(target, endpoint, model)
    if (endpoint === 'messages/count_tokens' && hasChats(target) && !hasCounter(target, serving))
      return import('./estimate-count.ts').then(({ estimateCount }) =>
        estimateCount(call, target, model, targetName, gateway.headerPrefix),
      )
    if (serving === undefined) {
      const reason = `${target.spec.name} does not serve /${endpoint}.`
      return Promise.resolve(refusal(failure('unsupported_endpoint', reason), targetName, target))
    }
    if (!isTranslated(serving)) return serveAt(call, target, serving)
    const { api, chat } = serving
    const serveTranslated = (insteadOf?: ChatBackend['insteadOf']): Promise<Reply> => {
      const chatBackend: ChatBackend = {
        target,
        plain: chat.adapter === undefined || chat.adapter.takesPlainChat?.(model) === true,
        model,
        send: (chatCall, instead) => serveAt(chatCall, target, instead ?? chat),
        insteadOf,
      }
      return serveViaChat(call, api, chatBackend, ports, targetName)
    }
    const facts = target.spec.routes.responses === undefined ? undefined : familyFactsOf(target, model)
    if (facts?.lacks.includes('tools-while-thinking') !== true) return serveTranslated()
    return import('./chat-via-responses.ts').then(({ responsesServingOf }) =>
      serveTranslated(body => responsesServingOf(body, facts, target, model)),
    )
  }

  const identify = (call: Call): CacheIdentity | Failure => {
    const target = targetOf(call)
    if (isFailure(target)) return target
    return {
      provider: target.spec.id,
      bindingId: target.identity(),
      overrides: { model: call.model ?? null, ...overridesOf(call).values },
      strict: call.options.strict ?? strict,
      vendorFieldsOnly: (call.options.strict ?? vendorFieldsOnly) === true,
      forwarded: [
        ...withoutRequestId(forwardedHeaders(call, target, forward, gateway.headerPrefix)),
        ...dialectVersion(call, target),
      ],
    }
  }
  return { send, find, targetOf, modelOf, slugOf, member, otherSlugOf, defaultTimeout, timeLimit, identify }
}
