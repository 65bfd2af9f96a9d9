// The life of one request between the doors: who calls, which route, what was asked. Pure: a request goes in as
// values, a reply comes out as one; time, chance and network are ports.
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
import { isInlineConfig, linkResolver } from './resolve-config.ts'
import { traceIdOf } from './trace-id.ts'
import { validateCompletion } from './validate-completion.ts'
import { validateHead } from './validate-head.ts'

/** A request whose head has come. */
export interface RequestHead {
  readonly method: string
  /** Path and query below the base URL, beginning with a slash. */
  readonly path: string
  readonly pathname: string
  readonly headers: Headers
}

/** A request that was let in, waiting for its body. */
export interface AdmittedRequest {
  readonly head: RequestHead
  readonly requestOptions: RequestOptions
  readonly caller: Caller
  readonly trace: string
  /** True where the path is passed to the provider as it is, whatever the gateway would do there. */
  readonly proxied: boolean
  /** True where a body larger than is held may be streamed through: files, forms, what is passed on. */
  readonly upload: boolean
}

/** What came of a request, for the edge and the log. */
export interface CallResult {
  readonly reply: Reply
  /** The config that served it: a saved identifier, `inline` or `headers`. */
  readonly config: string | undefined
  readonly model: string | undefined
  readonly stream: boolean
  readonly record: CallRecord
}

export interface HandleOptions {
  /** What is still to come of a body that is streamed through. */
  readonly remainder?: BodyRemainder
  /** The client wants to go on without HTTP. */
  readonly upgrade?: boolean
  /** What collected replies are counted against. */
  readonly memory?: MemoryLease
}

export interface Gateway {
  /** Judges the head alone, so that nobody's body is read in vain. */
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

  const handle: Gateway['handle'] = async (
    { head, requestOptions, caller, trace, proxied },
    bytes,
    cancellation,
    { remainder, upgrade = false, memory } = {},
  ) => {
    const record: CallRecord = { attempts: [] }
    const resultOf = (reply: Reply, more: Partial<CallResult> = {}): CallResult => ({
      reply,
      config: undefined,
      model: undefined,
      stream: false,
      record,
      ...more,
    })
    const { options } = requestOptions
    const metadata = readMetadata(options.metadata, prefix)
    if (isFailure(metadata)) return resultOf(failureReply(metadata))
    const resolved = resolve(options.config)
    if (isFailure(resolved)) return resultOf(failureReply(resolved))
    if (!proxied && isModelList(head) && namesNoTarget(requestOptions)) return resultOf(listModels())
    const endpoint = !proxied && head.method === 'POST' ? endpointAt(head.path) : undefined
    const resource = proxied || endpoint !== undefined ? undefined : matchResource(head.method, head.path)
    const body = parseBody(bytes, remainder, endpoint, resource, requestOptions.contentType)
    if (isFailure(body)) return resultOf(failureReply(body))
    const invalid =
      endpoint === 'completions' ? validateCompletion(body) : resource && validateResource(resource, body)
    if (invalid !== undefined) return resultOf(failureReply(invalid))
    const mayNameModel = endpoint !== undefined || isJsonContentType(requestOptions.contentType)
    const bodyModel = mayNameModel && bytes.length > 0 ? body.field('model') : undefined
    const modelName = upgrade ? queryValue(head.path, 'model') : bodyModel
    if (endpoint !== undefined && modelName !== undefined && typeof modelName !== 'string') {
      return resultOf(
        failureReply(failure('invalid_request', 'The field "model" must be a text.', { param: 'model' })),
      )
    }
    const { slug, model } =
      typeof modelName === 'string'
        ? parseModelName(modelName, isSlug)
        : { slug: undefined, model: undefined }
    const stream = endpoint !== undefined && requestsStream(endpoint, body)
    const call: Call = {
      method: head.method,
      endpoint,
      resource,
      upgrade,
      path: head.path,
      pathname: head.pathname,
      headers: head.headers,
      body,
      stream,
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
    const reply = await resolved.route(call, NO_DRAW)
    return { reply, config: resolved.name, model, stream, record }
  }
  return { admit, handle }
}

/** What stands behind it is passed to the provider, for paths that are the gateway's or are understood by it. */
const PROXY = '/proxy/'

const inlineForbidden = ({ id }: Caller, prefix: string): Failure =>
  failure(
    'forbidden',
    `The caller "${id}" may not send a config in ${prefix}config, since "inline_configs" is false. Name a saved config instead.`,
    { param: 'config' },
  )

const isModelList = ({ method, path }: RequestHead): boolean =>
  method === 'GET' && path.split('?', 1)[0] === '/models'

const namesNoTarget = ({ options }: RequestOptions): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

/** The body as its endpoint takes it, or why it is not that. What is passed through may be anything. */
function parseBody(
  bytes: Uint8Array,
  rest: BodyRemainder | undefined,
  endpoint: Endpoint | undefined,
  resource: ResourceCall | undefined,
  contentType = '',
): Body | Failure {
  const boundary = boundaryOf(contentType) ?? ''
  if (endpoint === undefined) {
    const form = resource && boundary !== '' ? createFormBody(bytes, boundary, rest) : undefined
    return form === undefined || isFailure(form) ? createBody(bytes, rest) : form
  }
  if (endpointFacts[endpoint].requestBody === 'form') return createFormBody(bytes, boundary, rest)
  const body = createBody(bytes)
  const fields = body.fields()
  return isFailure(fields) ? fields : body
}

/** Speech is streamed by its format; forms hold texts alone. */
function requestsStream(endpoint: Endpoint, body: Body): boolean {
  if (endpointFacts[endpoint].streamFormat === undefined) return false
  const stream = body.field('stream')
  return stream === true || (body.form !== undefined && stream === 'true')
}
