// An entrance: paths, bodies, streams and errors of a vendor's own API in front of an endpoint of the gateway. A request is admitted and
// served as a call of that endpoint, so that keys, routes, guards, limits, caches and logs hold as for any other; only what the client
// sends and receives is converted. Paths without an endpoint pass to a provider of the vendor. The log has the path that the client called.
import type { Gateway as Manifest } from '../../schemas/generated/types.ts'
import { asText } from '../../schemas/values/json.ts'
import { overrideForbidden } from '../gateway/call-defaults.ts'
import { namesNoTarget } from '../gateway/named-target.ts'
import type { AdmittedRequest, Gateway, HandleOptions, RequestHead } from '../gateway/request.ts'
import { type Body, createBody, createFormBody } from '../values/body/body.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import type { NativePath, Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { isLivePath } from '../values/gemini-path.ts'
import type { Headers } from '../values/headers.ts'
import { queryValue } from '../values/query-string.ts'
import { readSigner, type SignedRequest } from './signed-requests.ts'

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
  /** The path that the gateway sees as that of the client; absent: the client's. */
  readonly pathname?: string
  /** The providers of the catalogue that models without a slug belong to: the first one that is stored. */
  readonly providers: readonly string[]
  /** The stored provider that the path names. */
  readonly slug?: string
  /** The model that the path names. */
  readonly model: string | undefined
  readonly request: (body: Body, head: RequestHead) => EntranceRequest | Failure
  readonly form: ClientForm
  /** Why nothing is served at the path. */
  readonly refusal?: Failure
  /** Set if the path is one of the vendor's API that is not an endpoint of the gateway. */
  readonly native?: NativePath
  /** The list of models is that of the gateway. */
  readonly listsModels?: true
  /** Reads the credentials of the client. */
  readonly readKeys: (headers: Headers) => SignedRequest
  /** The entrance to a provider that was saved by API, whose kind the path does not show. */
  readonly ofKind?: (provider: string) => Entrance
}

/** What entrances of AWS and Google have. */
export const SIGNED = { readKeys: readSigner }

/** What an entrance needs of the manifest. */
export type EntranceSettings = Pick<Manifest, 'providers' | 'pools' | 'limits'>

interface Serving {
  readonly gateway: Gateway
  readonly manifest?: EntranceSettings
  readonly form?: ClientForm
}

/** What the clients of an entrance are served: calls, in their own form. */
export function enterServing<Served extends Serving>(served: Served, given: Entrance): Served {
  const { gateway, manifest } = served
  if (manifest === undefined) return served
  let entrance = given
  const admit: Gateway['admit'] = head => {
    const { headers, withoutSigner } = entrance.readKeys(head.headers)
    const admitted = gateway.admit({
      ...head,
      headers,
      path: entrance.path,
      pathname: entrance.pathname ?? head.pathname,
    })
    if ('refused' in admitted) return admitted
    const { ofKind, slug = '' } = entrance
    if (ofKind === undefined) return withoutSigner(admitted)
    const saved = gateway.stored(admitted.caller.workspace).find(each => each.slug === slug)
    entrance = saved === undefined ? unknownEntrance(entrance, slug) : ofKind(saved.provider)
    return admit(head)
  }
  const begin: Gateway['begin'] = (admitted, bytes, cancellation, more) => {
    const converted = enter(admitted, bytes, more)
    if (!isFailure(converted)) return gateway.begin(converted.admitted, converted.bytes, cancellation, more)
    const outcome = { config: undefined, model: entrance.model, stream: false, record: { attempts: [] } }
    return { outcome, reply: Promise.resolve(failureReply(converted)) }
  }
  const enter = (
    admitted: AdmittedRequest,
    bytes: Uint8Array,
    more: HandleOptions | undefined,
  ): ConvertedRequest | Failure => {
    const body = bodyOf(admitted, bytes, manifest, more)
    const request = entrance.request(body, admitted.head)
    if (isFailure(request)) return request
    const named = withVendor(admitted, entrance.model ?? modelOf(admitted, body, more), entrance, gateway)
    return isFailure(named) ? named : convertedRequest(named, request, entrance, manifest)
  }
  return {
    ...served,
    gateway: {
      ...gateway,
      admit,
      begin,
      handle: async (...request) => {
        const { outcome, reply } = begin(...request)
        return { reply: await reply, ...outcome }
      },
    },
    form: {
      reply: (reply, context) => entrance.form.reply(reply, context),
      ending: reply => entrance.form.ending(reply),
    },
  }
}

function unknownEntrance({ ofKind: _, ...entrance }: Entrance, slug: string): Entrance {
  const unknown = failure(
    'not_found',
    `No provider with the slug ${quoted(`@${slug}`)} is stored in this gateway.`,
    {
      param: 'provider',
    },
  )
  return { ...entrance, request: () => unknown }
}

function bodyOf(
  { requestOptions: { contentType } }: AdmittedRequest,
  bytes: Uint8Array,
  { limits }: EntranceSettings,
  more: HandleOptions | undefined,
): Body {
  const boundary = boundaryOf(contentType ?? '')
  const form = boundary === undefined ? undefined : createFormBody(bytes, boundary, more?.remainder)
  return form === undefined || isFailure(form)
    ? createBody(bytes, undefined, limits.json_values, undefined, more?.memory)
    : form
}

const modelOf = (
  { head }: AdmittedRequest,
  body: Body,
  more: HandleOptions | undefined,
): string | undefined =>
  more?.upgrade === true ? queryValue(head.path, 'model') : asText(body.field('model'))

const SLUG = /^(?:models\/)?@([^/]+)\/(.+)$/s

/**
 * A request that names nothing is one of the vendor's, if one provider of the vendor is stored. A key's own config decides first, as do the
 * slug or the alias of a model.
 */
function withVendor(
  admitted: AdmittedRequest,
  model: string | undefined,
  entrance: Entrance,
  gateway: Gateway,
): AdmittedRequest | Failure {
  const { caller, requestOptions, head } = admitted
  const { native, slug } = entrance
  const { service } = admitted
  if (service !== undefined && (service.of !== 'models' || entrance.listsModels)) return admitted
  const { options } = requestOptions
  const entered: AdmittedRequest =
    native === undefined
      ? admitted
      : { ...admitted, requestOptions: { ...requestOptions, options: { ...options, native } } }
  if (slug !== undefined) {
    if (caller.onlyConfig !== undefined) return overrideForbidden(caller.id, 'The path', 'provider')
    const other = (options.provider ?? options.virtualKey)?.replace(/^@/, '')
    if (other !== undefined && other !== slug)
      return failure(
        'invalid_request',
        `The path names the provider "@${slug}", and a header ${quoted(other)}.`,
        {
          param: 'provider',
        },
      )
    return withProvider(entered, slug)
  }
  if (!namesNoTarget(requestOptions) || caller.onlyConfig !== undefined || isLivePath(head.path))
    return entered
  if (caller.defaults?.config !== undefined || (model !== undefined && isNamed(model, admitted)))
    return entered
  const stored = gateway.stored(caller.workspace)
  const kind = entrance.providers.find(each => stored.some(({ provider }) => provider === each))
  const slugs = stored.flatMap(each => (each.provider === kind ? each.slug : []))
  const byDefault = caller.defaults?.provider?.replace(/^@/, '')
  if (service !== undefined && slugs.length !== 1) return admitted
  const [only] = byDefault !== undefined && slugs.includes(byDefault) ? [byDefault] : slugs
  if (only === undefined) return byDefault === undefined ? noneStored(entrance) : entered
  return slugs.length === 1 || only === byDefault ? withProvider(entered, only) : severalStored(kind, slugs)
}

/** The vendor of an entrance precedes a plain name, which no one chose. */
function isNamed(model: string, { caller: { aliases } }: AdmittedRequest): boolean {
  const alias = aliases?.get(model)
  return SLUG.test(model) || (alias !== undefined && !('isPlain' in alias))
}

const noneStored = ({ providers: [kind = ''] }: Entrance): Failure =>
  failure(
    'invalid_request',
    `The request names no provider, and none of the kind "${kind}" is stored: name another one, as in @slug/model.`,
    { param: 'provider' },
  )

const severalStored = (kind: string | undefined, slugs: readonly string[]): Failure =>
  failure(
    'invalid_request',
    `Several providers of the kind "${kind}" are stored: name one as in @slug/model, or use the path /p/SLUG. Their slugs are ${slugs.join(', ')}.`,
    { param: 'provider' },
  )

/** The request for a stored provider; a list of models is the provider's own. */
const withProvider = (admitted: AdmittedRequest, slug: string): AdmittedRequest => {
  const { requestOptions } = admitted
  const { service } = admitted
  return {
    ...admitted,
    service: service?.of === 'models' ? undefined : service,
    requestOptions: {
      ...requestOptions,
      options: { ...requestOptions.options, provider: `@${slug}` },
    },
  }
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
  { model = '', providers: [provider] }: Entrance,
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
