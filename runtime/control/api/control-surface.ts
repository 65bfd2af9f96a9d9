// Serves the routes of saved resources: identifies the caller, checks the scope, validates query and body by the route, runs the
// handler, and turns its result into a reply.
import type { ControlRouteFact } from '../../../schemas/generated/control-routes.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { Reply } from '../../values/call.ts'
import type { ControlRequest, ControlSurface } from '../../values/control-surface.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import { StoreError } from '../store-error.ts'
import type { ApiReply, ApiRequest, ControlContext } from './api-request.ts'
import { handlers } from './handlers.ts'
import type { Identify } from './identify.ts'
import { mayAnywhere, mayIn, mayOrganise, type Principal } from './principal.ts'
import { readBodies } from './read-bodies.ts'
import { readQuery } from './read-query.ts'
import { matchControlRoute } from './route-table.ts'

const NO_CONTENT = new Uint8Array(0)

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
  const bodies = readBodies(fact, path, bytes)
  if (isFailure(bodies)) return bodies
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
    body: bodies[0] ?? {},
    bodies,
    expects,
    may: workspace => scopes.length === 0 || scopes.some(scope => mayIn(principal, scope, workspace)),
    mayOrganise: scopes.length === 0 || scopes.some(scope => mayOrganise(principal, scope)),
  }
}

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
  { status = 200, body, stream, revision, headers = [] }: ApiReply,
  { media }: Pick<ControlRouteFact, 'media'>,
): Reply {
  const etag = revision === undefined ? [] : ['etag', `"${revision}"`]
  const type =
    status === 204
      ? []
      : stream !== undefined
        ? ['content-type', stream.type]
        : media === undefined
          ? JSON_HEADERS
          : ['content-type', media]
  return {
    status,
    headers: [...type, 'cache-control', 'no-store', ...etag, ...headers],
    body: stream?.bytes ?? (status === 204 ? NO_CONTENT : new TextEncoder().encode(JSON.stringify(body))),
    target: undefined,
    provider: undefined,
    retries: 0,
    cache: undefined,
  }
}
