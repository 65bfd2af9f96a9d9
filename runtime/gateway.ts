// The life of one request between the doors: who calls, which route, what was asked. Pure: a request goes in as
// values, a reply comes out as one; time, chance and network are ports.
import type { Bundle } from '../schemas/generated/types.ts'
import { createBody } from './body/body.ts'
import { type Call, type CallRecord, NONE, type Reply } from './call.ts'
import type { Cancellation } from './cancellation.ts'
import { type Failure, failure, isFailure } from './failures.ts'
import { type Headers, headerValue } from './headers.ts'
import { type Caller, linkKeys } from './keys/authenticate.ts'
import type { Parts } from './link/parts.ts'
import { listModels } from './models.ts'
import type { Endpoint } from './providers/adapter.ts'
import { failureReply } from './reply.ts'
import { readMetadata } from './resolve/metadata.ts'
import { readModel } from './resolve/model.ts'
import { readOptions, type Surface } from './resolve/options.ts'
import { linkResolver } from './resolve/resolve.ts'
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

export interface GatewayCore {
  /** Judges the head alone, so that nobody's body is read in vain. */
  readonly admit: (head: Head) => Admitted | { readonly refused: Failure; readonly trace: string }
  readonly handle: (admitted: Admitted, body: Uint8Array, cancellation: Cancellation) => Promise<Outcome>
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ['/chat/completions', 'chat/completions'],
  ['/completions', 'completions'],
  ['/embeddings', 'embeddings'],
])

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

export function createGateway(bundle: Bundle, parts: Parts): GatewayCore {
  const { gateway, ports } = parts
  const prefix = gateway.headerPrefix
  const authenticate = linkKeys(gateway, ports.hash)
  const resolve = linkResolver(bundle, parts)
  const isSlug = (slug: string): boolean => Object.hasOwn(gateway.providers, slug)

  const admit: GatewayCore['admit'] = head => {
    const surface = readOptions(head.headers, prefix)
    const traceId = headerValue(head.headers, `${prefix}trace-id`)
    const trace = traceOf(traceId, headerValue(head.headers, 'traceparent'), ports.identifier)
    if (isFailure(surface)) return { refused: surface, trace }
    const caller = authenticate(surface.options.apiKey, isModelList(head) ? 'models' : 'inference')
    if (isFailure(caller)) return { refused: caller, trace }
    const refused = judgeHead(head, surface)
    return refused === undefined ? { head, surface, caller, trace } : { refused, trace }
  }

  const handle: GatewayCore['handle'] = async ({ head, surface, caller, trace }, bytes, cancellation) => {
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
    if (isModelList(head) && namesNothing(surface)) return answer(listModels(parts))
    const endpoint = head.method === 'POST' ? ENDPOINTS.get(head.path.split('?', 1)[0] ?? '') : undefined
    const body = createBody(bytes)
    const fields = endpoint === undefined ? undefined : body.fields()
    if (fields !== undefined && isFailure(fields)) return answer(failureReply(fields))
    const wantsModel = endpoint !== undefined || isJson(surface.contentType)
    const asked = wantsModel && bytes.length > 0 ? body.field('model') : undefined
    if (endpoint !== undefined && asked !== undefined && typeof asked !== 'string') {
      return answer(
        failureReply(failure('invalid_request', 'The field "model" must be a text.', { param: 'model' })),
      )
    }
    const { slug, model } =
      typeof asked === 'string' ? readModel(asked, isSlug) : { slug: undefined, model: undefined }
    const stream = endpoint !== undefined && body.field('stream') === true
    const call: Call = {
      method: head.method,
      endpoint,
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
      record,
    }
    const reply = await resolved.route(call, NONE)
    return { reply, config: resolved.name, model, stream, record }
  }
  return { admit, handle }
}

const isModelList = ({ method, path }: Head): boolean =>
  method === 'GET' && path.split('?', 1)[0] === '/models'

const namesNothing = ({ options }: Surface): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

const isJson = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().includes('json') === true

/** True for paths with `.` or `..` between slashes, however they are written: they would leave the base URL. */
const climbs = (path: string): boolean =>
  /(^|\/)\.{1,2}(;[^/]*)?(\/|$)/.test(path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/'))

/** What the head alone rules out. */
function judgeHead({ method, path }: Head, { contentType, contentEncoding }: Surface): Failure | undefined {
  if (!METHODS.has(method)) return failure('method_not_allowed', `The method ${method} is not supported.`)
  const place = path.split('?', 1)[0] ?? ''
  const endpoint = ENDPOINTS.get(place)
  if (endpoint === undefined) {
    return climbs(place)
      ? failure('invalid_request', 'The path holds a segment of dots, which could lead elsewhere.')
      : undefined
  }
  if (method !== 'POST') return failure('method_not_allowed', `/${endpoint} is called with POST.`)
  if (contentType !== undefined && !isJson(contentType)) {
    return failure('unsupported_media_type', `/${endpoint} takes application/json.`)
  }
  if (contentEncoding !== undefined && contentEncoding !== 'identity') {
    return failure('unsupported_media_type', `/${endpoint} takes bodies without content encoding.`)
  }
  return undefined
}
