// Request handling independent of HTTP: authentication, validation, config resolution and dispatch to the linked
// route. Pure: requests and replies are values; clock, randomness and network are ports.
import type { Bundle } from '../../schemas/generated/types.ts'
import { linkTracePropagation } from '../link/call/propagate-trace.ts'
import { validateCompletion } from '../link/call/validate-completion.ts'
import type { LinkContext } from '../link/link-context.ts'
import { bundlePrompts } from '../prompts/bundle-prompts.ts'
import { matchResource } from '../resources/match-resource.ts'
import { validateResource } from '../resources/validate-resource.ts'
import type { BodyRemainder } from '../values/body/body.ts'
import { SCAN_STEP, type ScannedFields, scanLarge } from '../values/body/scan-in-turns.ts'
import { encodeJson } from '../values/body/splice.ts'
import { type Call, type CallRecord, NO_DRAW, type Reply, type Route } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { isJsonContentType } from '../values/content-type.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { isAnthropicClient } from '../values/headers.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import { queryValue } from '../values/query-string.ts'
import { type AdmitRequest, type AdmittedRequest, linkAdmission, mayBeModelRoute } from './admit-request.ts'
import { applyDefaults, overrideForbidden, withModel } from './call-defaults.ts'
import { callFacts, serveLimited } from './limit-call.ts'
import { linkAgents } from './link-agents.ts'
import { linkMcp } from './link-mcp.ts'
import type { PromptCall } from './match-prompt-call.ts'
import { parseModelName } from './model-name.ts'
import { isGeminiPath, modelOfPath } from './model-of-path.ts'
import { isModelRoute, linkModelRoutes } from './model-routes.ts'
import { namesNoTarget, namesParts, namesProvider } from './named-target.ts'
import { overruledProviders } from './overruled-providers.ts'
import { parseBody, requestsStream } from './parse-body.ts'
import {
  linkPromptCalls,
  type PromptUse,
  promptInPrompt,
  renderReply,
  wrapCompletion,
} from './prompt-routes.ts'
import { linkConfigPrompts } from './prompted-config.ts'
import { routeWithin } from './request-deadline.ts'
import { callerSpanOf, ignoredTrace, readMetadata } from './request-options.ts'
import { linkRequestTags } from './request-tags.ts'
import { linkResolver, type ResolvedConfig } from './resolve-config.ts'
import { linkResourceServer, type ResourceServer } from './resource-server.ts'

/** The result of a request, for the HTTP server and the log. */
export interface CallResult {
  readonly reply: Reply
  /** The config that handled it: the id of a saved config, `inline` or `headers`. */
  readonly config: string | undefined
  readonly model: string | undefined
  readonly stream: boolean
  readonly record: CallRecord
}

export interface HandleOptions {
  /** The unread remainder of a streamed body. */
  readonly remainder?: BodyRemainder
  /** The client requests a protocol upgrade (WebSocket). */
  readonly upgrade?: boolean
  /** The memory budget that buffered replies are charged to. */
  readonly memory?: MemoryLease
  /** The fields of a large body, scanned in turns. */
  readonly scanned?: ScannedFields
  /** The version of a config that the request names, read from the store. */
  readonly version?: ResolvedConfig | Failure
  /** The saved prompt that the body was rendered from, and whether the config names it. */
  readonly prompt?: PromptUse & { readonly byConfig: boolean }
}

export interface Gateway {
  /** Validates the head alone, so that the body of a rejected request is not buffered. */
  readonly admit: AdmitRequest
  /** Which tokens are accepted; absent where none are. */
  readonly resourceServer?: ResourceServer | undefined
  readonly handle: (
    admitted: AdmittedRequest,
    body: Uint8Array,
    cancellation: Cancellation,
    more?: HandleOptions,
  ) => Promise<CallResult>
}

export function createGateway(bundle: Bundle, given: LinkContext): Gateway {
  const { gateway, ports } = given
  const propagateTrace = linkTracePropagation(gateway, ports)
  const propagates = propagateTrace !== undefined
  const parts: LinkContext = propagates ? { ...given, propagateTrace } : given
  const prefix = gateway.headerPrefix
  const maxValues = gateway.limits.json_values
  const mcp = linkMcp(parts)
  const agents = linkAgents(parts)
  const admit = linkAdmission(gateway, ports, parts.control, parts.keys, { mcp, agents })
  const { saved, resolve, resolveVersion, resolveDefaults } = linkResolver(bundle, parts)
  const serveModels = linkModelRoutes(parts)
  const isSlug = (slug: string, workspace: string): boolean =>
    Object.hasOwn(gateway.providers, slug) || parts.storedProviders?.has(slug, workspace) === true
  const tagRequest = linkRequestTags()
  const prompts = parts.prompts ?? bundlePrompts(bundle)
  const composePromptCall = linkPromptCalls(prompts, parts)
  const applyConfigPrompt = linkConfigPrompts(prompts, parts)

  /** Resolves a request to a call and its config, or returns why that failed. */
  const toCall = (
    admitted: AdmittedRequest,
    bytes: Uint8Array,
    cancellation: Cancellation,
    handling: HandleOptions,
    record: CallRecord,
  ): ResolvedCall | Failure => {
    const { head, endpoint: endpointOfPath, requestOptions, caller, trace, proxied } = admitted
    const { remainder, upgrade = false, memory, scanned, version, prompt } = handling
    const { options } = requestOptions
    const sentMetadata = readMetadata(options.metadata, prefix)
    if (isFailure(sentMetadata)) return sentMetadata
    const usual = caller.metadata
    const given = usual === undefined ? sentMetadata : { ...usual, ...sentMetadata }
    const metadata = prompt === undefined ? given : { _prompt: prompt.id, ...given }
    if (
      prompt !== undefined ||
      given !== sentMetadata ||
      options.metadata !== undefined ||
      requestOptions.span !== undefined
    )
      record.tags = tagRequest(metadata, requestOptions.span)
    const config = version ?? saved.get(options.config ?? '') ?? resolve(options.config, caller.workspace)
    if (isFailure(config)) return config
    const endpoint = head.method === 'POST' ? endpointOfPath : undefined
    const pathModel =
      endpointOfPath !== undefined && head.pathname.startsWith('/v1/')
        ? undefined
        : modelOfPath(head.pathname)
    const isResource = !proxied && endpoint === undefined && !isGeminiPath(head.pathname)
    const resource = isResource ? matchResource(head.method, head.path) : undefined
    const { contentType } = requestOptions
    const parsed = parseBody(bytes, remainder, endpoint, resource, contentType, maxValues, scanned, memory)
    if (isFailure(parsed)) return parsed
    const body =
      pathModel === undefined || endpoint === undefined
        ? parsed
        : withModel(parsed, pathModel, { maxValues, add: true })
    if (isFailure(body)) return body
    const invalid =
      endpoint === 'completions'
        ? validateCompletion(body)
        : resource && !isAnthropicClient(head.headers)
          ? validateResource(resource, body)
          : undefined
    if (invalid !== undefined) return invalid
    const mayNameModel = endpoint !== undefined || isJsonContentType(contentType)
    const bodyModel = mayNameModel && bytes.length > 0 ? body.field('model') : undefined
    const modelName = upgrade ? queryValue(head.path, 'model') : (pathModel ?? bodyModel)
    if (endpoint !== undefined && modelName !== undefined && typeof modelName !== 'string')
      return failure('invalid_request', '"model" must be a string.', { param: 'model' })
    const named =
      typeof modelName === 'string' ? parseModelName(modelName, isSlug, caller.workspace) : NO_MODEL
    if (caller.onlyConfig !== undefined && named.slug !== undefined)
      return overrideForbidden(caller.id, 'The model', 'model')
    const hasDefaults = caller.defaults !== undefined || caller.aliases !== undefined
    const routed =
      hasDefaults && namesNoTarget(requestOptions)
        ? applyDefaults({ ...named, body, config }, caller, resolveDefaults, maxValues)
        : undefined
    if (routed !== undefined && isFailure(routed)) return routed
    const served = routed?.config ?? config
    if (served.prompt !== undefined && prompt?.byConfig !== true) {
      if (prompt !== undefined) return promptInPrompt(served.name)
      const prompted = applyConfigPrompt(admitted, served, served.prompt, routed?.body ?? body)
      if (isFailure(prompted)) return prompted
      const { admitted: request, chat, use } = prompted
      const { scanned: _ofTheClient, ...others } = handling
      const again = { ...others, version: served, prompt: { ...use, byConfig: true } }
      return toCall(request, encodeJson(chat), cancellation, again, record)
    }
    if (prompt !== undefined) record.prompt = prompt.name
    const { slug, model } = routed ?? named
    if (!namesNoTarget(requestOptions) && (slug !== undefined || namesProvider(requestOptions))) {
      const overruled = overruledProviders(options, slug, config.source, prefix)
      if (overruled !== undefined) record.ignored = [...(record.ignored ?? []), ...overruled]
    }
    const call: Call = {
      method: head.method,
      endpoint,
      resource,
      upgrade,
      path: head.path,
      pathname: head.pathname,
      headers: head.headers,
      body: routed?.body ?? body,
      stream: endpoint !== undefined && requestsStream(endpoint, body),
      model,
      slug,
      options,
      metadata,
      workspace: caller.workspace,
      trace,
      ...(propagates && {
        span: { record: admitted.id, caller: callerSpanOf(requestOptions.traceparent) },
      }),
      cancellation,
      memory,
      record,
    }
    return { call, config: served, requested: named.model }
  }

  const handle: Gateway['handle'] = (admitted, bytes, cancellation, options = NO_OPTIONS) => {
    const { head, requestOptions, proxied, control, promptCall } = admitted
    const record: CallRecord = { attempts: [] }
    const ignored = ignoredTrace(requestOptions.traceId, admitted.trace, prefix)
    if (ignored !== undefined) record.ignored = ignored
    const asked =
      mcp?.handleAdmitted(admitted, bytes, cancellation, record) ??
      agents?.handleAdmitted(admitted, bytes, cancellation, record)
    if (asked !== undefined) return asked.then(reply => gatewayResult(reply, record))
    if (control !== undefined)
      return control.handle(bytes, { cancellation, record }).then(reply => gatewayResult(reply, record))
    if (promptCall !== undefined) return handlePrompt(admitted, promptCall, bytes, cancellation, options)
    if (!proxied && mayBeModelRoute(head) && isModelRoute(head) && namesNoTarget(requestOptions)) {
      const metadata = readMetadata(requestOptions.options.metadata, prefix)
      const reply = isFailure(metadata) ? failureReply(metadata) : serveModels(head, admitted.caller)
      if (reply !== undefined) return Promise.resolve(gatewayResult(reply, record))
    }
    const loading = parts.loadForCallers?.()
    if (loading !== undefined && namesParts(requestOptions))
      return loading.then(() => handle(admitted, bytes, cancellation, options))
    if (bytes.length > SCAN_STEP && options.scanned === undefined)
      return scanLarge(bytes, ports.nextTurn).then(scanned =>
        handle(admitted, bytes, cancellation, { ...options, scanned }),
      )
    const named = requestOptions.options.config
    if (named?.includes('@') === true && options.version === undefined) {
      const found = resolveVersion(named, admitted.caller)
      if (found !== undefined)
        return found.then(version => handle(admitted, bytes, cancellation, { ...options, version }))
    }
    const resolved = toCall(admitted, bytes, cancellation, options, record)
    if (isFailure(resolved)) return Promise.resolve(gatewayResult(failureReply(resolved), record))
    const { call, config, requested } = resolved
    const { caller } = admitted
    const route = (caller.guards && config.routeForKey?.(caller.guards)) ?? config.route
    const { requestTimeout } = call.options
    const within: Route =
      requestTimeout === undefined ? route : timed => routeWithin(requestTimeout, timed, route, ports.clock)
    const limitCall = parts.limits?.current()
    const limits = limitCall?.(call, callFacts(call, caller, requested, config.saved))
    const toResult = (reply: Reply): CallResult => ({
      reply,
      config: config.name,
      model: call.model,
      stream: call.stream,
      record,
    })
    return limits === undefined
      ? within(call, NO_DRAW).then(toResult)
      : serveLimited(limits, call, within, toResult)
  }
  const handlePrompt = (
    received: AdmittedRequest,
    promptCall: PromptCall,
    bytes: Uint8Array,
    cancellation: Cancellation,
    options: HandleOptions,
  ): Promise<CallResult> => {
    const prompted = composePromptCall(received, promptCall, bytes)
    if (isFailure(prompted)) return Promise.resolve(gatewayResult(failureReply(prompted), { attempts: [] }))
    const { use, chat, admitted } = prompted
    if (promptCall.action === 'render')
      return Promise.resolve(gatewayResult(renderReply(prompted), { attempts: [], prompt: use.name }))
    const prompt = { ...use, byConfig: false }
    const served = handle(admitted, encodeJson(chat), cancellation, { ...options, prompt })
    const headers = { [`${prefix}trace-id`]: admitted.trace, [`${prefix}prompt-version`]: use.name }
    return gateway.spelling === 'peer'
      ? served
      : served.then(result => ({ ...result, reply: wrapCompletion(result.reply, headers) }))
  }
  return { admit, handle, resourceServer: linkResourceServer(gateway) }
}

interface ResolvedCall {
  readonly call: Call
  readonly config: ResolvedConfig
  /** The model as the client named it, without a slug. */
  readonly requested: string | undefined
}

const NO_OPTIONS: HandleOptions = {}
const NO_MODEL = { slug: undefined, model: undefined }

/** The result of a request that was answered without a config. */
const gatewayResult = (reply: Reply, record: CallRecord): CallResult => ({
  reply,
  config: undefined,
  model: undefined,
  stream: false,
  record,
})
