// An entrance: paths, bodies, streams and errors of a vendor's own API in front of an endpoint of the gateway. A request is admitted and
// served as a call of that endpoint, so that keys, routes, guards, limits, caches and logs hold as for any other; only what the client
// sends and receives is converted. The log has the path that the client called.
import type { Gateway as Manifest } from '../../schemas/generated/types.ts'
import { asText } from '../../schemas/values/json.ts'
import { namesNoTarget } from '../gateway/named-target.ts'
import type { AdmittedRequest, Gateway, RequestHead } from '../gateway/request.ts'
import { type Body, createBody } from '../values/body/body.ts'
import type { Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { readSigner } from './signed-requests.ts'

/** What a reply in the vendor's form has besides its body. */
export interface ReplyContext {
  /** The trace ID of the request. */
  readonly trace: string
  /** Milliseconds since the request arrived. */
  readonly elapsed: () => number
}

/** Replies as the clients of a vendor read them. */
export interface ClientForm {
  readonly reply: (reply: Reply, context: ReplyContext) => Reply
  /** The last bytes of a stream that the server ends; undefined where its connection is closed instead. */
  readonly ending: (reply: Reply) => ((reason: Failure) => Uint8Array) | undefined
}

/** The body that the endpoint receives. */
export interface EntranceRequest {
  readonly bytes: Uint8Array
  /** Headers that the endpoint reads, in place of those with the same names. */
  readonly headers?: Headers
  /** The body is not one of the endpoint: the request is passed to the vendor's provider at this path. */
  readonly passedPath?: string
}

export interface Entrance {
  /** The path of the endpoint, below the base URL. */
  readonly path: string
  /** The provider of the catalogue that models without a slug belong to. */
  readonly provider: string
  /** The model that the path names. */
  readonly model: string | undefined
  readonly request: (body: Body, head: RequestHead) => EntranceRequest | Failure
  readonly form: ClientForm
  /** Why nothing is served at the path. */
  readonly refusal?: Failure
}

/** What an entrance needs of the manifest. */
export type EntranceSettings = Pick<Manifest, 'providers' | 'limits'>

/** The gateway as the clients of an entrance reach it. */
const enter = (gateway: Gateway, entrance: Entrance, settings: EntranceSettings): Gateway => ({
  ...gateway,
  admit: head => {
    const { headers, withoutSigner } = readSigner(head.headers)
    const admitted = gateway.admit({ ...head, path: entrance.path, headers })
    return 'refused' in admitted ? admitted : withoutSigner(admitted)
  },
  begin: (admitted, bytes, cancellation, more) => {
    const body = createBody(bytes, undefined, settings.limits.json_values, undefined, more?.memory)
    const request = entrance.request(body, admitted.head)
    const model = entrance.model ?? asText(body.field('model'))
    const named = withVendor(admitted, model, entrance, settings)
    const converted = isFailure(request) ? request : convertedRequest(named, request, entrance, settings)
    if (!isFailure(converted)) return gateway.begin(converted.admitted, converted.bytes, cancellation, more)
    const outcome = { config: undefined, model: entrance.model, stream: false, record: { attempts: [] } }
    return { outcome, reply: Promise.resolve(failureReply(converted)) }
  },
})

interface Serving {
  readonly gateway: Gateway
  readonly manifest?: EntranceSettings
  readonly form?: ClientForm
}

/** What the clients of an entrance are served: calls, in their own form. */
export const enterServing = <Served extends Serving>(served: Served, entrance: Entrance): Served =>
  served.manifest === undefined
    ? served
    : { ...served, gateway: enter(served.gateway, entrance, served.manifest), form: entrance.form }

const SLUG = /^@([^/]+)\/(.+)$/s

/** A bare model is one of the vendor's, if nothing else decides who serves it and one provider of the vendor is stored. */
function withVendor(
  admitted: AdmittedRequest,
  model: string | undefined,
  { provider }: Entrance,
  settings: EntranceSettings,
): AdmittedRequest {
  const { caller, requestOptions } = admitted
  const { options } = requestOptions
  if (!namesNoTarget(requestOptions) || caller.onlyConfig !== undefined || caller.defaults !== undefined)
    return admitted
  if (model === undefined || SLUG.test(model) || caller.aliases?.has(model) === true) return admitted
  const slug = onlyProvider(provider, settings)
  return slug === undefined
    ? admitted
    : { ...admitted, requestOptions: { ...requestOptions, options: { ...options, provider: `@${slug}` } } }
}

/** The slug of the only provider of a vendor. */
function onlyProvider(vendor: string, { providers }: EntranceSettings): string | undefined {
  const slugs = Object.keys(providers).filter(slug => providers[slug]?.provider === vendor)
  return slugs.length === 1 ? slugs[0] : undefined
}

interface ConvertedRequest {
  readonly admitted: AdmittedRequest
  readonly bytes: Uint8Array
}

function convertedRequest(
  admitted: AdmittedRequest,
  { bytes, headers, passedPath }: EntranceRequest,
  entrance: Entrance,
  settings: EntranceSettings,
): ConvertedRequest | Failure {
  if (passedPath !== undefined) {
    const passed = passedRequest(admitted, passedPath, entrance, settings)
    return isFailure(passed) ? passed : { admitted: passed, bytes }
  }
  if (headers === undefined) return { admitted, bytes }
  const { head } = admitted
  return { admitted: { ...admitted, head: { ...head, headers: replaced(head.headers, headers) } }, bytes }
}

/** A request for a provider of the vendor, which gets path and body as they are. */
function passedRequest(
  admitted: AdmittedRequest,
  path: string,
  { model = '', provider }: Entrance,
  settings: EntranceSettings,
): AdmittedRequest | Failure {
  const { head, caller, requestOptions } = admitted
  const { options } = requestOptions
  const [, slug] = SLUG.exec(model) ?? []
  if (slug !== undefined && caller.onlyConfig !== undefined)
    return failure('forbidden', `The model names a provider, which the key "${caller.id}" may not.`, {
      param: 'model',
    })
  const named = slug === undefined ? (options.provider ?? options.virtualKey)?.replace(/^@/, '') : slug
  const stored = named !== undefined && Object.hasOwn(settings.providers, named)
  const vendor = stored ? settings.providers[named]?.provider : named
  if (vendor !== provider)
    return failure(
      'unsupported_endpoint',
      `The body is not one of Claude, so only a provider of the kind "${provider}" serves it: name one, as in @slug/model.`,
      { param: 'model' },
    )
  return {
    ...admitted,
    head: { ...head, path },
    endpoint: undefined,
    requestOptions:
      slug === undefined
        ? requestOptions
        : { ...requestOptions, options: { ...options, provider: `@${slug}` } },
  }
}

/** The headers with others in place of those of the same names. */
export function replaced(headers: Headers, others: Headers): Headers {
  const names = new Set(others.filter((_, index) => index % 2 === 0))
  const kept = headers.filter((_, index) => !names.has((headers[index - (index % 2)] ?? '').toLowerCase()))
  return [...kept, ...others]
}
