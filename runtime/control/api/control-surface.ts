// Serves the routes of saved resources: identifies the caller, checks the scope, validates query and body by the route, runs the
// handler, and turns its result into a reply.
import { bodyValidators } from '../../../schemas/generated/control-bodies.js'
import type { ControlRouteFact } from '../../../schemas/generated/control-routes.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { createBody } from '../../values/body/body.ts'
import type { Reply } from '../../values/call.ts'
import type { ControlRequest, ControlSurface } from '../../values/control-surface.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import { validateBody } from '../../values/validate-body.ts'
import { StoreError } from '../store-error.ts'
import type { ApiReply, ApiRequest, ControlContext } from './api-request.ts'
import { handlers } from './handlers.ts'
import type { Identify } from './identify.ts'
import { mayAnywhere, mayIn, mayOrganise, type Principal } from './principal.ts'
import { readQuery } from './read-query.ts'
import { matchControlRoute } from './route-table.ts'

const NO_BODY: JsonObject = {}
const NO_CONTENT = new Uint8Array(0)

/** What a body of the control plane may have: large prompts and configs, but not uploads. */
const MAX_BODY = 2_097_152

export function createControlSurface(context: ControlContext, identify: Identify): ControlSurface {
  const run = async (request: ApiRequest): Promise<ApiReply | Failure> => {
    try {
      return await handlers[request.operation](request, context)
    } catch (error) {
      if (error instanceof StoreError) return storeFailure(error)
      throw error
    }
  }
  return {
    admit: request => {
      const matched = matchControlRoute(request.method, request.pathname)
      if (matched === undefined) return undefined
      const principal = identify(request)
      if (isFailure(principal)) return principal
      if (matched === 'unknown') return failure('not_found', `There is no ${quoted(request.pathname)}.`)
      if ('allowed' in matched)
        return failure(
          'method_not_allowed',
          `${request.pathname.slice(0, 200)} has ${joinNames(matched.allowed, 'and')}, not ${request.method}.`,
        )
      const { fact, path } = matched
      const answer = async (who: Principal | Failure, bytes: Uint8Array): Promise<Reply> => {
        const denied = isFailure(who) ? who : deniedBy(who, fact)
        if (denied !== undefined || isFailure(who)) return failureReply(denied ?? (who as Failure))
        const read = readRequest(request, fact, path, who, bytes)
        const result = isFailure(read) ? read : await run(read)
        return isFailure(result) ? failureReply(result) : toReply(result, fact)
      }
      if (principal instanceof Promise)
        return {
          caller: { id: 'person', workspace: '' },
          handle: async bytes => await answer(await principal, bytes),
        }
      const denied = deniedBy(principal, fact)
      if (denied !== undefined) return denied
      // Pages that may call models of a gateway without keys do not thereby own it.
      if (principal.type === 'anyone' && headerValue(request.headers, 'origin') !== undefined)
        return PAGE_REFUSED
      return {
        caller: { id: principal.id, workspace: principal.workspaces.keys().next().value ?? '' },
        handle: bytes => answer(principal, bytes),
      }
    },
  }
}

const PAGE_REFUSED = failure(
  'forbidden',
  'Web pages may use saved resources only with a key: set "authentication: required" in gateway.yaml, and send one.',
)

const scopesOf = ({ scope }: ControlRouteFact): readonly string[] => (scope === null ? [] : [scope].flat())

/** Why the caller may not use a route at all; undefined where it may, somewhere. */
function deniedBy(principal: Principal, fact: ControlRouteFact): Failure | undefined {
  const scopes = scopesOf(fact)
  if (scopes.length === 0) return undefined
  const may = fact.level === 'organisation' ? mayOrganise : mayAnywhere
  if (scopes.some(scope => may(principal, scope))) return undefined
  const where = fact.level === 'organisation' ? ' of the organisation' : ''
  return failure(
    'forbidden',
    `"${principal.id}" may not use ${fact.method} ${fact.path}: it needs the scope ${joinNames(scopes, 'or')}${where}.`,
  )
}

function readRequest(
  { method, path: url, pathname, headers }: ControlRequest,
  fact: ControlRouteFact,
  path: ApiRequest['path'],
  principal: Principal,
  bytes: Uint8Array,
): ApiRequest | Failure {
  const query = readQuery(url, fact.query)
  if (isFailure(query)) return query
  const body = readBodyOf(fact, path, bytes)
  if (isFailure(body)) return body
  const expects = readIfMatch(headerValue(headers, 'if-match'))
  if (isFailure(expects)) return expects
  const scopes = scopesOf(fact)
  return {
    principal,
    operation: fact.operation,
    method,
    uri: pathname,
    path,
    query,
    body,
    expects,
    may: workspace => scopes.length === 0 || scopes.some(scope => mayIn(principal, scope, workspace)),
    mayOrganise: scopes.length === 0 || scopes.some(scope => mayOrganise(principal, scope)),
  }
}

function readBodyOf(
  { body, method, path, large = false }: ControlRouteFact,
  parameters: ApiRequest['path'],
  bytes: Uint8Array,
): JsonObject | Failure {
  if (bytes.length > MAX_BODY && !large)
    return failure('body_too_large', `The body has more than ${MAX_BODY} bytes.`)
  if (body === undefined)
    return bytes.length === 0 || method !== 'POST'
      ? NO_BODY
      : // Clients of the vendor's SDKs send an empty object with every POST.
        isEmptyObject(bytes)
        ? NO_BODY
        : failure('invalid_request', `${method} ${path} takes no body.`)
  // No body is an empty one: its schema says what is missing.
  const json = bytes.length === 0 ? NO_BODY : createBody(bytes).json()
  if (isFailure(json)) return json
  const own = withoutPath(json, parameters, path)
  return validateBody(bodyValidators[body], own) ?? own
}

/** What clients of the nearest peer call the words of a path. */
const REPEATED_WORDS = ['type', 'sub-type']

/** The body without what the path says already: clients of the nearest peer repeat identifiers, and words of the route. */
function withoutPath(body: JsonObject, parameters: ApiRequest['path'], route: string): JsonObject {
  const values = new Set<unknown>(Object.values(parameters))
  const words = new Set<unknown>(route.split('/'))
  const names = [
    ...['id', 'slug', ...Object.keys(parameters)].filter(name => values.has(body[name])),
    ...REPEATED_WORDS.filter(name => words.has(body[name])),
  ]
  return names.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

const isEmptyObject = (bytes: Uint8Array): boolean =>
  bytes.length < 64 && new TextDecoder().decode(bytes).replaceAll(/\s/g, '') === '{}'

/** The revision that a write expects; undefined for none, and for `*`, which any revision satisfies. */
function readIfMatch(text: string | undefined): number | undefined | Failure {
  if (text === undefined || text.trim() === '*') return undefined
  const digits = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(text)?.[1]
  return digits === undefined
    ? failure('invalid_request', 'If-Match must be the ETag of a reply, such as "42".', { param: 'if-match' })
    : Number(digits)
}

/** Why the store cannot be used, for the client. */
function storeFailure({ code, message }: StoreError): Failure {
  if (code === 'unsupported' || code === 'read-only') return failure('store_required', message)
  return failure('store_unavailable', message)
}

function toReply(
  { status = 200, body, revision, headers = [] }: ApiReply,
  { media }: Pick<ControlRouteFact, 'media'>,
): Reply {
  const etag = revision === undefined ? [] : ['etag', `"${revision}"`]
  const type = status === 204 ? [] : media === undefined ? JSON_HEADERS : ['content-type', media]
  return {
    status,
    headers: [...type, 'cache-control', 'no-store', ...etag, ...headers],
    body: status === 204 ? NO_CONTENT : new TextEncoder().encode(JSON.stringify(body)),
    target: undefined,
    provider: undefined,
    retries: 0,
    cache: undefined,
  }
}
