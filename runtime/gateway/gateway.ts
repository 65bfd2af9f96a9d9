// Request handling independent of HTTP: authentication, validation, config resolution and dispatch to the linked
// route. Pure: requests and replies are values; clock, randomness and network are ports.
import type { Bundle } from '../../schemas/generated/types.ts'
import type { LinkContext } from '../link/link-context.ts'
import { matchResource } from '../resources/match-resource.ts'
import { validateResource } from '../resources/validate-resource.ts'
import type { Endpoint } from '../values/adapter.ts'
import { type Body, type BodyRemainder, createBody, createFormBody } from '../values/body/body.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import { type Call, type CallRecord, NO_DRAW, type Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { isJsonContentType } from '../values/content-type.ts'
import { endpointAt, endpointFacts } from '../values/endpoints.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import { queryValue } from '../values/query-string.ts'
import type { ResourceCall } from '../values/resource-operation.ts'
import { type Caller, linkAuthentication } from './authenticate.ts'
import { linkModelList } from './list-models.ts'
import { readMetadata } from './metadata.ts'
import { parseModelName } from './model-name.ts'
import { type RequestOptions, readRequestOptions } from './request-options.ts'
import { isInlineConfig, linkResolver, type ResolvedConfig } from './resolve-config.ts'
import { traceIdOf } from './trace-id.ts'
import { validateCompletion } from './validate-completion.ts'
import { validateHead } from './validate-head.ts'

/** The head of a request: everything but its body. */
export interface RequestHead {
  readonly method: string
  /** Path and query below the base URL, beginning with a slash. */
  readonly path: string
  readonly pathname: string
  readonly headers: Headers
}

/** A request that passed authentication and head validation; its body has not been read yet. */
export interface AdmittedRequest {
  readonly head: RequestHead
  readonly requestOptions: RequestOptions
  readonly caller: Caller
  readonly trace: string
  /** True for paths below `/proxy/`, which are passed to the provider unchanged. */
  readonly proxied: boolean
  /** True where a body larger than the buffer may be streamed: files, forms, pass-through requests. */
  readonly upload: boolean
}

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
}

export interface Gateway {
  /** Validates the head alone, so that the body of a rejected request is not buffered. */
  readonly admit: (
    head: RequestHead,
  ) => AdmittedRequest | { readonly refused: Failure; readonly trace: string }
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
  const authenticate = linkAuthentication(gateway, ports.hash)
  const resolve = linkResolver(bundle, parts)
  const listModels = linkModelList(parts)
  const isSlug = (slug: string): boolean => Object.hasOwn(gateway.providers, slug)

  const admit: Gateway['admit'] = incoming => {
    const proxied = incoming.path.startsWith(PROXY)
    const head = proxied ? { ...incoming, path: incoming.path.slice(PROXY.length - 1) } : incoming
    const surface = readRequestOptions(head.headers, prefix)
    const traceId = headerValue(head.headers, `${prefix}trace-id`)
    const trace = traceIdOf(traceId, headerValue(head.headers, 'traceparent'), ports.randomId)
    if (isFailure(surface)) return { refused: surface, trace }
    const caller = authenticate(
      surface.options.apiKey,
      !proxied && isModelList(head) ? 'models' : 'inference',
    )
    if (isFailure(caller)) return { refused: caller, trace }
    const { config } = surface.options
    if (!caller.inlineConfigs && config !== undefined && isInlineConfig(config))
      return { refused: inlineForbidden(caller, prefix), trace }
    const { method, path } = head
    const refused = validateHead({ method, path, proxied }, surface)
    if (refused !== undefined) return { refused, trace }
    const endpoint = proxied ? undefined : endpointAt(path)
    const upload = endpoint === undefined || endpointFacts[endpoint].requestBody === 'form'
    return { head, requestOptions: surface, caller, trace, proxied, upload }
  }

  /** Resolves a request to a call and its config, or returns why that failed. */
  const toCall = (
    { head, requestOptions, caller, trace, proxied }: AdmittedRequest,
    bytes: Uint8Array,
    cancellation: Cancellation,
    { remainder, upgrade = false, memory }: HandleOptions,
    record: CallRecord,
  ): ResolvedCall | Failure => {
    const { options } = requestOptions
    const metadata = readMetadata(options.metadata, prefix)
    if (isFailure(metadata)) return metadata
    const config = resolve(options.config)
    if (isFailure(config)) return config
    const endpoint = !proxied && head.method === 'POST' ? endpointAt(head.path) : undefined
    const resource = proxied || endpoint !== undefined ? undefined : matchResource(head.method, head.path)
    const body = parseBody(bytes, remainder, endpoint, resource, requestOptions.contentType)
    if (isFailure(body)) return body
    const invalid =
      endpoint === 'completions' ? validateCompletion(body) : resource && validateResource(resource, body)
    if (invalid !== undefined) return invalid
    const mayNameModel = endpoint !== undefined || isJsonContentType(requestOptions.contentType)
    const bodyModel = mayNameModel && bytes.length > 0 ? body.field('model') : undefined
    const modelName = upgrade ? queryValue(head.path, 'model') : bodyModel
    if (endpoint !== undefined && modelName !== undefined && typeof modelName !== 'string')
      return failure('invalid_request', '"model" must be a string.', { param: 'model' })
    const named = typeof modelName === 'string' ? parseModelName(modelName, isSlug) : NO_MODEL
    const call: Call = {
      method: head.method,
      endpoint,
      resource,
      upgrade,
      path: head.path,
      pathname: head.pathname,
      headers: head.headers,
      body,
      stream: endpoint !== undefined && requestsStream(endpoint, body),
      model: named.model,
      slug: named.slug,
      options,
      metadata,
      workspace: caller.workspace,
      trace,
      cancellation,
      memory,
      record,
    }
    return { call, config }
  }

  const handle: Gateway['handle'] = (admitted, bytes, cancellation, options = NO_OPTIONS) => {
    const record: CallRecord = { attempts: [] }
    const { head, requestOptions, proxied } = admitted
    if (!proxied && isModelList(head) && namesNoTarget(requestOptions)) {
      const metadata = readMetadata(requestOptions.options.metadata, prefix)
      const reply = isFailure(metadata) ? failureReply(metadata) : listModels()
      return Promise.resolve(gatewayResult(reply, record))
    }
    const resolved = toCall(admitted, bytes, cancellation, options, record)
    if (isFailure(resolved)) return Promise.resolve(gatewayResult(failureReply(resolved), record))
    const { call, config } = resolved
    return config
      .route(call, NO_DRAW)
      .then(reply => ({ reply, config: config.name, model: call.model, stream: call.stream, record }))
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

/** Path prefix that forces pass-through, even for paths that the gateway handles itself. */
const PROXY = '/proxy/'

const inlineForbidden = ({ id }: Caller, prefix: string): Failure =>
  failure(
    'forbidden',
    `The caller "${id}" may not send a config in ${prefix}config, since "inline_configs" is false. Use a saved config instead.`,
    { param: 'config' },
  )

const isModelList = ({ method, path }: RequestHead): boolean =>
  method === 'GET' && path.split('?', 1)[0] === '/models'

const namesNoTarget = ({ options }: RequestOptions): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

/** Parses the body as its endpoint requires. Bodies of pass-through requests may be anything. */
function parseBody(
  bytes: Uint8Array,
  rest: BodyRemainder | undefined,
  endpoint: Endpoint | undefined,
  resource: ResourceCall | undefined,
  contentType = '',
): Body | Failure {
  if (endpoint === undefined) {
    const boundary = resource && boundaryOf(contentType)
    const form = boundary !== undefined && boundary !== '' ? createFormBody(bytes, boundary, rest) : undefined
    return form === undefined || isFailure(form) ? createBody(bytes, rest) : form
  }
  if (endpointFacts[endpoint].requestBody === 'form')
    return createFormBody(bytes, boundaryOf(contentType) ?? '', rest)
  const body = createBody(bytes)
  const fields = body.fields()
  return isFailure(fields) ? fields : body
}

/** True when the request asks for a stream. Form fields are strings, so `stream` is "true" there. */
function requestsStream(endpoint: Endpoint, body: Body): boolean {
  if (endpointFacts[endpoint].streamFormat === undefined) return false
  const stream = body.field('stream')
  return stream === true || (body.form !== undefined && stream === 'true')
}
