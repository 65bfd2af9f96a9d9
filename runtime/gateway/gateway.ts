// Request handling independent of HTTP: authentication, validation, config resolution and dispatch to the linked
// route. Pure: requests and replies are values; clock, randomness and network are ports.
import type { Bundle } from '../../schemas/generated/types.ts'
import { validateCompletion } from '../link/call/validate-completion.ts'
import type { LinkContext } from '../link/link-context.ts'
import { matchResource } from '../resources/match-resource.ts'
import { validateResource } from '../resources/validate-resource.ts'
import type { Endpoint } from '../values/adapter.ts'
import { type Body, type BodyRemainder, createBody, createFormBody } from '../values/body/body.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import { SCAN_STEP, type ScannedFields, scanLarge } from '../values/body/scan-in-turns.ts'
import { type Call, type CallRecord, NO_DRAW, type Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { isJsonContentType } from '../values/content-type.ts'
import { endpointFacts } from '../values/endpoints.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { isAnthropicClient } from '../values/headers.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import { queryValue } from '../values/query-string.ts'
import type { ResourceCall } from '../values/resource-operation.ts'
import { type AdmitRequest, type AdmittedRequest, linkAdmission, mayBeModelRoute } from './admit-request.ts'
import { applyDefaults, overrideForbidden, withModel } from './call-defaults.ts'
import { isGeminiPath, modelOfPath } from './model-of-path.ts'
import { isModelRoute, linkModelRoutes } from './model-routes.ts'
import { overruledProviders } from './overruled-providers.ts'
import { routeWithin } from './request-deadline.ts'
import { type RequestOptions, readMetadata } from './request-options.ts'
import { requestTags } from './request-tags.ts'
import { linkResolver, type ResolvedConfig } from './resolve-config.ts'

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
}

export interface Gateway {
  /** Validates the head alone, so that the body of a rejected request is not buffered. */
  readonly admit: AdmitRequest
  readonly handle: (
    admitted: AdmittedRequest,
    body: Uint8Array,
    cancellation: Cancellation,
    more?: HandleOptions,
  ) => Promise<CallResult>
}

export function createGateway(bundle: Bundle, parts: LinkContext): Gateway {
  const { gateway, ports } = parts
  const prefix = gateway.headerPrefix
  const maxValues = gateway.limits.json_values
  const admit = linkAdmission(gateway, ports, parts.control, parts.keys)
  const { saved, resolve, resolveVersion, resolveDefaults } = linkResolver(bundle, parts)
  const serveModels = linkModelRoutes(parts)
  const isSlug = (slug: string): boolean => Object.hasOwn(gateway.providers, slug)

  /** Resolves a request to a call and its config, or returns why that failed. */
  const toCall = (
    { head, endpoint: endpointOfPath, requestOptions, caller, trace, proxied }: AdmittedRequest,
    bytes: Uint8Array,
    cancellation: Cancellation,
    { remainder, upgrade = false, memory, scanned, version }: HandleOptions,
    record: CallRecord,
  ): ResolvedCall | Failure => {
    const { options } = requestOptions
    const sentMetadata = readMetadata(options.metadata, prefix)
    if (isFailure(sentMetadata)) return sentMetadata
    const usual = caller.metadata
    const metadata = usual === undefined ? sentMetadata : { ...usual, ...sentMetadata }
    if (options.metadata !== undefined || usual !== undefined || requestOptions.span !== undefined)
      record.tags = requestTags(metadata, requestOptions.span)
    const config = version ?? saved.get(options.config ?? '') ?? resolve(options.config)
    if (isFailure(config)) return config
    const endpoint = head.method === 'POST' ? endpointOfPath : undefined
    const pathModel =
      endpointOfPath !== undefined && head.pathname.startsWith('/v1/')
        ? undefined
        : modelOfPath(head.pathname)
    const isResource = !proxied && endpoint === undefined && !isGeminiPath(head.pathname)
    const resource = isResource ? matchResource(head.method, head.path) : undefined
    const { contentType } = requestOptions
    const parsed = parseBody(bytes, remainder, endpoint, resource, contentType, maxValues, scanned)
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
    const named = typeof modelName === 'string' ? parseModelName(modelName, isSlug) : NO_MODEL
    if (caller.onlyConfig !== undefined && named.slug !== undefined)
      return overrideForbidden(caller.id, 'The model', 'model')
    const hasDefaults = caller.defaults !== undefined || caller.aliases !== undefined
    const routed =
      hasDefaults && namesNoTarget(requestOptions)
        ? applyDefaults({ ...named, body, config }, caller, resolveDefaults, maxValues)
        : undefined
    if (routed !== undefined && isFailure(routed)) return routed
    const { slug, model } = routed ?? named
    if (!namesNoTarget(requestOptions) && (slug !== undefined || namesProvider(requestOptions)))
      record.ignored = overruledProviders(options, slug, config.source, prefix)
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
      cancellation,
      memory,
      record,
    }
    return { call, config: routed?.config ?? config }
  }

  const handle: Gateway['handle'] = (admitted, bytes, cancellation, options = NO_OPTIONS) => {
    const record: CallRecord = { attempts: [] }
    const { head, requestOptions, proxied, control } = admitted
    if (control !== undefined) return control.handle(bytes).then(reply => gatewayResult(reply, record))
    if (!proxied && mayBeModelRoute(head) && isModelRoute(head) && namesNoTarget(requestOptions)) {
      const metadata = readMetadata(requestOptions.options.metadata, prefix)
      const reply = isFailure(metadata) ? failureReply(metadata) : serveModels(head, admitted.caller)
      if (reply !== undefined) return Promise.resolve(gatewayResult(reply, record))
    }
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
    const { call, config } = resolved
    const { guards } = admitted.caller
    const route = (guards && config.routeForKey?.(guards)) ?? config.route
    const { requestTimeout } = call.options
    const served =
      requestTimeout === undefined
        ? route(call, NO_DRAW)
        : routeWithin(requestTimeout, call, route, ports.clock)
    return served.then(reply => ({
      reply,
      config: config.name,
      model: call.model,
      stream: call.stream,
      record,
    }))
  }
  return { admit, handle }
}

interface ResolvedCall {
  readonly call: Call
  readonly config: ResolvedConfig
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

const namesNoTarget = ({ options }: RequestOptions): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

const namesProvider = ({ options }: RequestOptions): boolean =>
  options.provider !== undefined || options.virtualKey !== undefined

/** Parses the body as its endpoint requires. Bodies of pass-through requests may be anything. */
function parseBody(
  bytes: Uint8Array,
  rest: BodyRemainder | undefined,
  endpoint: Endpoint | undefined,
  resource: ResourceCall | undefined,
  contentType: string | undefined,
  maxValues: number | undefined,
  scanned: ScannedFields | undefined,
): Body | Failure {
  if (endpoint === undefined) {
    const boundary = resource && boundaryOf(contentType ?? '')
    const form = boundary !== undefined && boundary !== '' ? createFormBody(bytes, boundary, rest) : undefined
    return form === undefined || isFailure(form) ? createBody(bytes, rest, maxValues, scanned) : form
  }
  if (endpointFacts[endpoint].requestBody === 'form')
    return createFormBody(bytes, boundaryOf(contentType ?? '') ?? '', rest)
  const body = createBody(bytes, undefined, maxValues, scanned)
  const fields = body.fields()
  return isFailure(fields) ? fields : body
}

/** True when the request asks for a stream. Form fields are strings, so `stream` is "true" there. */
function requestsStream(endpoint: Endpoint, body: Body): boolean {
  if (endpointFacts[endpoint].streamFormat === undefined) return false
  const stream = body.field('stream')
  return stream === true || (body.form !== undefined && stream === 'true')
}

/** The model of a request, and the slug of the stored provider that it names. */
export interface ModelName {
  readonly slug: string | undefined
  readonly model: string
}

/**
 * `@slug/model` selects a stored provider; the slug is removed before sending. Models whose own names start with @ are
 * unchanged where no provider with that slug is stored.
 */
export function parseModelName(text: string, isSlug: (slug: string) => boolean): ModelName {
  if (text.startsWith('@')) {
    const slash = text.indexOf('/')
    const slug = text.slice(1, slash < 0 ? undefined : slash)
    if (slash > 0 && isSlug(slug)) return { slug, model: text.slice(slash + 1) }
  }
  return { slug: undefined, model: text }
}
