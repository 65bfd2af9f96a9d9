// The life of one request between the doors: who calls, which route, what was asked. Pure: a request goes in as
// values, a reply comes out as one; time, chance and network are ports.
import type { Bundle } from '../schemas/generated/types.ts'
import { type Body, createBody, createFormBody, type Rest } from './body/body.ts'
import { boundaryOf } from './body/form.ts'
import { type Call, type CallRecord, NONE, type Reply } from './call.ts'
import type { Cancellation } from './cancellation.ts'
import { checkResource } from './collections/check-resource.ts'
import type { ResourceName } from './collections/collection.ts'
import { resourceAt } from './collections/resource-at.ts'
import { endpointAt, endpointFacts } from './endpoints.ts'
import { type Failure, failure, isFailure } from './failures.ts'
import { type Headers, headerValue } from './headers.ts'
import { type Caller, linkKeys } from './keys/authenticate.ts'
import type { Parts } from './link/parts.ts'
import type { Lease } from './memory-budget.ts'
import { linkModels } from './models.ts'
import type { Endpoint } from './providers/adapter.ts'
import { failureReply } from './reply.ts'
import { judgeCompletion } from './requests/judge-completion.ts'
import { isJson, judgeHead } from './requests/judge-head.ts'
import { readMetadata } from './resolve/metadata.ts'
import { readModel } from './resolve/model.ts'
import { readOptions, type Surface } from './resolve/options.ts'
import { readQuery } from './resolve/query.ts'
import { isInlineConfig, linkResolver } from './resolve/resolve.ts'
import { traceOf } from './resolve/trace.ts'

/** A request whose head has come. */
export interface Head {
  readonly method: string
  /** Path and query below the base URL, beginning with a slash. */
  readonly path: string
  readonly pathname: string
  readonly headers: Headers
}

/** A request that was let in, waiting for its body. */
export interface Admitted {
  readonly head: Head
  readonly surface: Surface
  readonly caller: Caller
  readonly trace: string
  /** True where the path is passed to the provider as it is, whatever the gateway would do there. */
  readonly proxied: boolean
  /** True where a body larger than is held may be streamed through: files, forms, what is passed on. */
  readonly upload: boolean
}

/** What came of a request, for the edge and the log. */
export interface Outcome {
  readonly reply: Reply
  /** The config that served it: a saved identifier, `inline` or `headers`. */
  readonly config: string | undefined
  readonly model: string | undefined
  readonly stream: boolean
  readonly record: CallRecord
}

export interface Continuation {
  /** What is still to come of a body that is streamed through. */
  readonly rest?: Rest
  /** The client wants to go on without HTTP. */
  readonly upgrade?: boolean
  /** What collected replies are counted against. */
  readonly memory?: Lease
}

export interface GatewayCore {
  /** Judges the head alone, so that nobody's body is read in vain. */
  readonly admit: (head: Head) => Admitted | { readonly refused: Failure; readonly trace: string }
  readonly handle: (
    admitted: Admitted,
    body: Uint8Array,
    cancellation: Cancellation,
    more?: Continuation,
  ) => Promise<Outcome>
}

export function createGateway(bundle: Bundle, parts: Parts): GatewayCore {
  const { gateway, ports } = parts
  const prefix = gateway.headerPrefix
  const authenticate = linkKeys(gateway, ports.hash)
  const resolve = linkResolver(bundle, parts)
  const listModels = linkModels(parts)
  const isSlug = (slug: string): boolean => Object.hasOwn(gateway.providers, slug)

  const admit: GatewayCore['admit'] = arrived => {
    const proxied = arrived.path.startsWith(PROXY)
    const head = proxied ? { ...arrived, path: arrived.path.slice(PROXY.length - 1) } : arrived
    const surface = readOptions(head.headers, prefix)
    const traceId = headerValue(head.headers, `${prefix}trace-id`)
    const trace = traceOf(traceId, headerValue(head.headers, 'traceparent'), ports.identifier)
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
    const refused = judgeHead({ method, path, proxied }, surface)
    if (refused !== undefined) return { refused, trace }
    const endpoint = proxied ? undefined : endpointAt(path)
    const upload = endpoint === undefined || endpointFacts[endpoint].takes === 'form'
    return { head, surface, caller, trace, proxied, upload }
  }

  const handle: GatewayCore['handle'] = async (
    { head, surface, caller, trace, proxied },
    bytes,
    cancellation,
    { rest, upgrade = false, memory } = {},
  ) => {
    const record: CallRecord = { attempts: [] }
    const answer = (reply: Reply, more: Partial<Outcome> = {}): Outcome => ({
      reply,
      config: undefined,
      model: undefined,
      stream: false,
      record,
      ...more,
    })
    const { options } = surface
    const metadata = readMetadata(options.metadata, prefix)
    if (isFailure(metadata)) return answer(failureReply(metadata))
    const resolved = resolve(options.config)
    if (isFailure(resolved)) return answer(failureReply(resolved))
    if (!proxied && isModelList(head) && namesNothing(surface)) return answer(listModels())
    const endpoint = !proxied && head.method === 'POST' ? endpointAt(head.path) : undefined
    const resource = proxied || endpoint !== undefined ? undefined : resourceAt(head.method, head.path)
    const body = readBody(bytes, rest, endpoint, resource, surface.contentType)
    if (isFailure(body)) return answer(failureReply(body))
    const wrong =
      endpoint === 'completions' ? judgeCompletion(body) : resource && checkResource(resource, body)
    if (wrong !== undefined) return answer(failureReply(wrong))
    const wantsModel = endpoint !== undefined || isJson(surface.contentType)
    const inBody = wantsModel && bytes.length > 0 ? body.field('model') : undefined
    const asked = upgrade ? readQuery(head.path, 'model') : inBody
    if (endpoint !== undefined && asked !== undefined && typeof asked !== 'string') {
      return answer(
        failureReply(failure('invalid_request', 'The field "model" must be a text.', { param: 'model' })),
      )
    }
    const { slug, model } =
      typeof asked === 'string' ? readModel(asked, isSlug) : { slug: undefined, model: undefined }
    const stream = endpoint !== undefined && asksForStream(endpoint, body)
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
    const reply = await resolved.route(call, NONE)
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

const isModelList = ({ method, path }: Head): boolean =>
  method === 'GET' && path.split('?', 1)[0] === '/models'

const namesNothing = ({ options }: Surface): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

/** The body as its endpoint takes it, or why it is not that. What is passed through may be anything. */
function readBody(
  bytes: Uint8Array,
  rest: Rest | undefined,
  endpoint: Endpoint | undefined,
  resource: ResourceName | undefined,
  contentType = '',
): Body | Failure {
  const boundary = boundaryOf(contentType) ?? ''
  if (endpoint === undefined) {
    const form = resource && boundary !== '' ? createFormBody(bytes, boundary, rest) : undefined
    return form === undefined || isFailure(form) ? createBody(bytes, rest) : form
  }
  if (endpointFacts[endpoint].takes === 'form') return createFormBody(bytes, boundary, rest)
  const body = createBody(bytes)
  const fields = body.fields()
  return isFailure(fields) ? fields : body
}

/** Speech is streamed by its format; forms hold texts alone. */
function asksForStream(endpoint: Endpoint, body: Body): boolean {
  if (endpointFacts[endpoint].streams === undefined) return false
  const stream = body.field('stream')
  return stream === true || (body.form !== undefined && stream === 'true')
}
