// Admits a request by its head, so that the body of a rejected request is not read: authentication, and validation of method,
// path and headers.
import type { PlainNames } from '../../compiler/facts/known-models.ts'
import type { Gateway } from '../../schemas/generated/types.ts'
import { isList, isObject, type Json } from '../../schemas/values/json.ts'
import { matchResource } from '../resources/match-resource.ts'
import type { Endpoint } from '../values/adapter.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import type { CallOptions } from '../values/call.ts'
import type { ControlSurface } from '../values/control-surface.ts'
import { endpointAt, endpointFacts } from '../values/endpoints.ts'
import { type Failure, failure, isFailure, methodNotAllowed, quoted } from '../values/failures.ts'
import { headerValue, isJsonContentType, isJsonDocument } from '../values/headers.ts'
import { hasDotSegments } from '../values/path-traversal.ts'
import type { Ports } from '../values/ports.ts'
import { decodeComponent, trimTrailingSlashes } from '../values/query-string.ts'
import type { StoredKeys } from '../values/stored-keys.ts'
import {
  AGENTS_PATH,
  admitControl,
  linkServerAdmission,
  MCP_PATH,
  type ServerAdmissions,
} from './admit-server.ts'
import { type Caller, linkAuthentication } from './authenticate.ts'
import { overrideForbidden } from './call-defaults.ts'
import { geminiPathname } from './model-name.ts'
import { isModelRoute } from './model-routes.ts'
import { isInlineConfig } from './named-target.ts'
import {
  type AdmitRequest,
  type AdmittedService,
  type PromptCall,
  type RequestHead,
  refuseRequest,
} from './request.ts'
import { PEER_HEADERS, type RequestOptions, readRequestOptions, traceIdOf } from './request-options.ts'
import { isForProvider, percentDecoded, rejectReserved } from './reserved-resources.ts'
import { stripKeys, takeQueryKey } from './strip-keys.ts'

export function linkAdmission(
  gateway: Gateway,
  { hash, randomId }: Pick<Ports, 'hash' | 'randomId'>,
  control?: ControlSurface,
  keys?: StoredKeys,
  servers: ServerAdmissions = {},
  named: (options: CallOptions, workspace: string) => CallOptions = options => options,
  plainNames?: PlainNames['served'],
): AdmitRequest {
  const prefix = gateway.headerPrefix
  const { authenticate, isKey } = linkAuthentication(gateway, hash, keys, plainNames)
  const otherNames = gateway.spelling === 'peer' ? PEER_HEADERS : undefined
  const admitServerCall = linkServerAdmission({ randomId, authenticate, isKey }, servers)
  const admit: AdmitRequest = given => {
    const incoming = otherNames === undefined ? given : withForwarded(given, prefix)
    const { pathname } = incoming
    const isServerCall = pathname.startsWith(MCP_PATH) || pathname.startsWith(AGENTS_PATH)
    const isProxyCall = incoming.path.startsWith(PROXY)
    const route = isProxyCall
      ? { ...incoming, path: incoming.path.slice(PROXY.length - 1) }
      : mayBeSpelled(incoming.path)
        ? canonicalRoute(incoming)
        : incoming
    const readOptions = readRequestOptions(route.headers, prefix, otherNames)
    if (isFailure(readOptions)) {
      const traceId = headerValue(route.headers, `${prefix}trace-id`)
      const traceparent = headerValue(route.headers, 'traceparent')
      return refuseRequest(readOptions, traceIdOf(traceId, traceparent, randomId), { traceparent })
    }
    const keyed = route.path.includes('?') ? takeQueryKey(route, readOptions) : undefined
    const sent = keyed?.head ?? route
    const sentOptions = keyed?.requestOptions ?? readOptions
    const { traceId, traceparent } = sentOptions
    if (isServerCall)
      return (
        (control && admitControl(control, sent, sentOptions, { randomId, isKey })) ??
        admitServerCall(sent, sentOptions)
      )
    const endpoint = isProxyCall || isPreview(sent) ? undefined : endpointAt(sent.path)
    if (endpoint === undefined) {
      const asGemini = geminiPathname(incoming)
      if (asGemini !== pathname) return admit({ ...given, pathname: asGemini })
    }
    const proxied = isProxyCall || (endpoint === undefined && isForProvider(sent, sentOptions, gateway))
    const callsProvider = endpoint !== undefined || proxied
    const promptCall = callsProvider || !mayBePromptCall(sent) ? undefined : matchPromptCall(sent)
    if (!callsProvider && promptCall === undefined && control !== undefined) {
      const admitted = admitControl(control, sent, sentOptions, { randomId, isKey })
      if (admitted !== undefined) return admitted
    }
    const caller = authenticate(sentOptions, callsProvider ? 'inference' : scopeOf(sent, promptCall))
    if (isFailure(caller))
      return refuseRequest(caller, traceIdOf(traceId, traceparent, randomId), sentOptions)
    let head = sent
    let requestOptions = sentOptions
    if (isKey !== undefined && mayRepeatKeys(sent, sentOptions)) {
      const stripped = stripKeys(sent, sentOptions, isKey, prefix)
      // The key may be in the header of the trace ID.
      if (isFailure(stripped)) return refuseRequest(stripped, randomId(), sentOptions, caller)
      head = stripped.head
      requestOptions = stripped.requestOptions
    }
    const { options } = requestOptions
    const trace = traceIdOf(traceId, traceparent, randomId)
    const id = traceId === undefined && traceparent === undefined ? trace : randomId()
    if (!caller.inlineConfigs && options.config !== undefined && isInlineConfig(options.config))
      return refuseRequest(inlineForbidden(caller, prefix), trace, requestOptions, caller)
    if (caller.onlyConfig !== undefined) {
      const overridden = overriddenConfig(named(options, caller.workspace), caller, prefix)
      if (overridden !== undefined) return refuseRequest(overridden, trace, requestOptions, caller)
    }
    const host = caller.customHosts ? undefined : forbiddenHost(options, caller.id, prefix)
    if (host !== undefined) return refuseRequest(host, trace, requestOptions, caller)
    const { method, path } = head
    const refused =
      promptCall === undefined
        ? validateHead({ method, path, proxied }, requestOptions, endpoint)
        : validatePromptHead(promptCall, method, requestOptions, isJsonDocument)
    if (refused !== undefined) return refuseRequest(refused, trace, requestOptions, caller)
    const upload =
      promptCall === undefined &&
      (endpoint === undefined ||
        (endpointFacts[endpoint].requestBody !== 'json' && takesUpload(endpoint, requestOptions)))
    const service: AdmittedService | undefined =
      promptCall !== undefined
        ? { of: 'prompts', call: promptCall }
        : !callsProvider && mayBeModelRoute(head)
          ? servers.models?.(head, requestOptions, caller)
          : undefined
    return { head, endpoint, requestOptions, caller, trace, id, proxied, upload, service }
  }
  return admit
}

/**
 * The client of the peer writes the headers that it wants forwarded with the prefix too (`createHeaders` of portkey-ai 3.1): those that
 * it names are read without.
 */
function withForwarded(head: RequestHead, prefix: string): RequestHead {
  const named = headerValue(head.headers, `${prefix}forward-headers`)?.toLowerCase().split(',') ?? []
  const more = named.flatMap(name => {
    const header = name.trim()
    const value = header.startsWith('x-') ? headerValue(head.headers, prefix + header) : undefined
    return value === undefined ? [] : [header, value]
  })
  return more.length === 0 ? head : { ...head, headers: [...head.headers, ...more] }
}

const scopeOf = (head: RequestHead, promptCall: PromptCall | undefined): string => {
  if (promptCall !== undefined) return scopeOfPromptCall(promptCall)
  return mayBeModelRoute(head) && isModelRoute(head) ? 'models' : 'inference'
}

/** Whether a key may be anywhere but in the gateway's own header: most requests are not searched any further. */
function mayRepeatKeys(
  { path, pathname, headers }: RequestHead,
  { options, credentials }: RequestOptions,
): boolean {
  if (credentials.length > 0 || path.includes('?') || pathname.includes('%')) return true
  const { apiKey = '' } = options
  let occurrences = pathname.includes(apiKey) ? 2 : 0
  for (let index = 0; index < headers.length; index += 1) {
    const text = headers[index] ?? ''
    if (text.length >= apiKey.length && text.includes(apiKey)) occurrences += 1
  }
  return occurrences > 1
}

/** Path prefix that forces pass-through, even for paths that the gateway handles itself. */
const PROXY = '/proxy/'

/** Forms may be larger than the buffer. */
function takesUpload(endpoint: Endpoint, { contentType = '', contentEncoding }: RequestOptions): boolean {
  // A body that has to be decoded is buffered.
  if (contentEncoding !== undefined) return false
  const { requestBody } = endpointFacts[endpoint]
  return requestBody === 'form' || (requestBody === 'any' && boundaryOf(contentType) !== undefined)
}

/** Most requests are not checked any further. */
const mayBeModelRoute = ({ path }: RequestHead): boolean => path.startsWith('/models')

/**
 * Empty segments do not change a route: they are removed from paths that the gateway handles itself. Passed-through paths retain
 * theirs, which a provider may need.
 */
function canonicalRoute(head: RequestHead): RequestHead {
  const [written = ''] = head.path.split('?', 1)
  const path = trimTrailingSlashes(written.replace(/\/{2,}/g, '/') + head.path.slice(written.length))
  const isRoute =
    endpointAt(path) !== undefined ||
    isModelRoute({ method: head.method, path }) ||
    matchPromptCall({ path }) !== undefined ||
    matchResource(head.method, path) !== undefined
  return isRoute ? { ...head, path } : head
}

/** Paths of Gemini's API may be those of an endpoint below /v1, unless an entrance has mapped them to one. */
const isPreview = ({ pathname, path }: RequestHead): boolean =>
  (pathname.startsWith('/v1beta/') || pathname.startsWith('/v1alpha/')) &&
  pathname.endsWith(path.split('?', 1)[0] ?? path)

/** Whether the path may be spelled otherwise than the route: it ends with a slash, or has an empty segment. */
const mayBeSpelled = (path: string): boolean => /\/(?:$|[/?])/.test(path)

const inlineForbidden = ({ id }: Caller, prefix: string): Failure =>
  failure(
    'forbidden',
    `The caller "${id}" may not send a config in ${prefix}config, since "inline_configs" is false. Use a saved config instead.`,
    { param: 'config' },
  )

/** Why a call of a key that has one config names something else; undefined where it does not. */
function overriddenConfig(
  { config, provider, virtualKey }: CallOptions,
  { id, onlyConfig }: Caller,
  prefix: string,
): Failure | undefined {
  const name = provider !== undefined ? 'provider' : virtualKey !== undefined ? 'virtual-key' : 'config'
  if (name === 'config' && (config === undefined || config === onlyConfig)) return undefined
  return overrideForbidden(id, `The header ${prefix}${name}`, name)
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

/** Calls of a model by clients of Gemini's API. */
const GEMINI_CALL = /^\/(?:(?:models\/|@|%40)[^?]+:\w*(?:Content|Contents|Tokens)|interactions)(?:\?|$)/

/** A request by method and path below the base URL. */
export interface RoutedRequest {
  readonly method: string
  readonly path: string
  /** The client called `/proxy`, so the path is passed through whatever it is. */
  readonly proxied: boolean
}

export function validateHead(
  { method, path, proxied }: RoutedRequest,
  { contentType }: Pick<RequestOptions, 'contentType'>,
  endpoint: Endpoint | undefined = proxied ? undefined : endpointAt(path),
): Failure | undefined {
  if (!METHODS.has(method)) return methodNotAllowed([...METHODS], `The method ${method} is not supported.`)
  if (endpoint === undefined) {
    const pathname = path.split('?', 1)[0] ?? ''
    if (hasDotSegments(pathname))
      return failure('invalid_request', 'The path contains a dot segment, which could lead to another path.')
    return (
      (proxied
        ? undefined
        : (rejectDoubledVersion(method, path) ?? rejectSpelling(path) ?? rejectReserved(method, pathname))) ??
      rejectContentType(method, path, contentType)
    )
  }
  // Chats that the provider stored are listed below the path that creates them.
  if (method === 'GET' && endpoint === 'chat/completions') return undefined
  if (method !== 'POST') return methodNotAllowed(['POST'], `/${endpoint} requires POST.`)
  const { requestBody } = endpointFacts[endpoint]
  if (requestBody !== 'json' && boundaryOf(contentType ?? '') === undefined) {
    if (requestBody === 'form' || !isJsonContentType(contentType))
      return failure(
        'unsupported_media_type',
        `/${endpoint} requires ${requestBody === 'any' ? 'application/json or ' : ''}multipart/form-data with a boundary.`,
      )
  }
  return rejectContentType(method, path, contentType)
}

/** A client that adds /v1 itself, and has it in its base URL too: the commonest mistake of a setup. */
function rejectDoubledVersion(method: string, path: string): Failure | undefined {
  if (!path.startsWith('/v1')) return undefined
  const below = path.slice(path.startsWith('/v1beta/') ? '/v1beta'.length : '/v1'.length)
  const isRoute =
    endpointAt(below) !== undefined ||
    below.startsWith('/models') ||
    below.startsWith('/responses/') ||
    matchResource(method, below) !== undefined
  return isRoute
    ? failure(
        'not_found',
        `The path /v1${path.split('?', 1)[0]} has the version twice: this client adds it itself, so its base URL is that of the gateway without /v1.`,
      )
    : undefined
}

/** A route in upper case, with an encoded slash, or with a fragment, which clients never send, is not served as another path. */
function rejectSpelling(path: string): Failure | undefined {
  const known = knownSpelling(path)
  return known === undefined ? undefined : misspelled(`/v1${path.split('?', 1)[0]}`, `/v1${known}`)
}

export const misspelled = (written: string, known: string): Failure =>
  failure('not_found', `Unknown path ${quoted(written)}: did you mean ${known}?`)

/** The route that a path below the base URL is in any spelling; undefined for other paths. */
export function routeOf(path: string): string | undefined {
  const [written = ''] = path.split(/[?#]/, 1)
  const plain = trimTrailingSlashes(
    percentDecoded(written)
      .toLowerCase()
      .replace(/\/{2,}/g, '/'),
  )
  return endpointAt(plain) !== undefined || PLAIN_ROUTES.has(plain) ? plain : undefined
}

/** The same for paths that are not spelled as the route. */
export function knownSpelling(path: string): string | undefined {
  const route = routeOf(path)
  return route === path.split('?', 1)[0] ? undefined : route
}

const PLAIN_ROUTES: ReadonlySet<string> = new Set(['/models', '/files', '/batches', '/fine_tuning/jobs'])

/**
 * JSON routes accept no other content type, whether the gateway reads the body or passes it through: a page of another
 * origin can send simple content types without a CORS preflight.
 */
function rejectContentType(
  method: string,
  path: string,
  contentType: string | undefined,
): Failure | undefined {
  if (method !== 'POST' || isJsonDocument(contentType)) return undefined
  const endpoint = endpointAt(path)
  const resource = endpoint === undefined ? matchResource(method, path) : undefined
  const isJsonRoute =
    endpoint === undefined
      ? (resource?.operation === 'create' && resource.route !== 'files') || GEMINI_CALL.test(path)
      : endpointFacts[endpoint].requestBody === 'json'
  return isJsonRoute
    ? failure('unsupported_media_type', `${path.split('?', 1)[0]} requires application/json.`)
    : undefined
}

// Which host a caller names that may not name any, since `custom_hosts` is false: in its header, or in a config that it sends.

export function forbiddenHost(
  { customHost, config }: Pick<RequestOptions['options'], 'customHost' | 'config'>,
  caller: string,
  prefix: string,
): Failure | undefined {
  const place =
    customHost !== undefined
      ? `in ${prefix}custom-host`
      : config !== undefined && isInlineConfig(config) && namesHost(parsed(config))
        ? `as "custom_host" in ${prefix}config`
        : undefined
  return place === undefined
    ? undefined
    : failure(
        'forbidden',
        `The caller "${caller}" may not name a host ${place}, since "custom_hosts" is false. Use a stored provider instead.`,
        { param: 'custom_host' },
      )
}

/** Invalid JSON names nothing: it is rejected when it is compiled. */
function parsed(config: string): Json {
  try {
    return JSON.parse(config) as Json
  } catch {
    return null
  }
}

/** The depth is that of a header: it cannot exhaust the stack. */
function namesHost(config: Json): boolean {
  if (!isObject(config)) return false
  const { targets } = config
  return Object.hasOwn(config, 'custom_host') || (isList(targets) && targets.some(namesHost))
}

// Calls of saved prompts by path: `/prompts/{id}/completions` and `/prompts/{id}/render`, where the identifier may name a
// version or a label after `@`.

const ROUTE = /^\/prompts\/([^/?]+)\/(completions|render)(?:\?|$)/

/** Most requests are not checked any further. */
export const mayBePromptCall = ({ path }: Pick<RequestHead, 'path'>): boolean => path.startsWith('/prompts/')

export function matchPromptCall({ path }: Pick<RequestHead, 'path'>): PromptCall | undefined {
  const [, segment, action] = ROUTE.exec(path) ?? []
  if (segment === undefined || (action !== 'completions' && action !== 'render')) return undefined
  const name = decodeComponent(segment)
  const at = name.indexOf('@')
  return at < 0
    ? { action, id: name, version: undefined }
    : { action, id: name.slice(0, at), version: name.slice(at + 1) }
}

/** Rendering calls no model, so a key may have the permission for it without the one for calls. */
export const scopeOfPromptCall = ({ action }: PromptCall): string =>
  action === 'render' ? 'prompts.render' : 'inference'

export function validatePromptHead(
  { action }: PromptCall,
  method: string,
  { contentType }: Pick<RequestOptions, 'contentType'>,
  isJson: (contentType: string | undefined) => boolean,
): Failure | undefined {
  const route = `/prompts/{promptId}/${action}`
  if (method !== 'POST') return methodNotAllowed(['POST'], `${route} requires POST.`)
  if (!isJson(contentType)) return failure('unsupported_media_type', `${route} requires application/json.`)
  return undefined
}
