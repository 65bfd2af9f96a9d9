// Serves the routes of saved resources: identifies the caller, runs the operation of the route, and turns its result into a reply.
import type { ControlRouteFact } from '../../../schemas/generated/control-routes.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { rejectUnserved } from '../../gateway/reserved-resources.ts'
import type { Reply } from '../../values/call.ts'
import type { ControlRequest, ControlSurface } from '../../values/control-surface.ts'
import { failureReply, JSON_HEADERS } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue, isJsonDocument } from '../../values/headers.ts'
import type { ApiReply } from '../core/api-request.ts'
import { CONTROL_TOOLS_PATH } from '../core/control-slug.ts'
import { identityOf, UNVERIFIED } from '../core/principal.ts'
import type { ControlContext } from './control-context.ts'
import { type Identify, refusePage } from './identify.ts'
import { matchControlRoute } from './route-table.ts'
import { deniedBy, linkOperations } from './run-operation.ts'

const NO_CONTENT = new Uint8Array(0)

/** `tools`: the same operations as MCP tools; absent if they are not served. */
export function createControlSurface(
  context: ControlContext,
  identify: Identify,
  tools?: Pick<ControlSurface, 'admit'>,
): ControlSurface {
  const run = linkOperations(context)
  return {
    hasTools: tools !== undefined,
    admit: request => {
      if (tools !== undefined && request.pathname === CONTROL_TOOLS_PATH) return tools.admit(request)
      const matched = matchControlRoute(request.method, request.pathname)
      const unserved =
        matched === undefined || matched === 'unknown' || 'allowed' in matched
          ? rejectUnserved(request.method, request.pathname)
          : undefined
      if (matched === undefined && unserved === undefined) return undefined
      const principal = identify(request)
      if (isFailure(principal)) return principal
      const caller = principal instanceof Promise ? UNVERIFIED : identityOf(principal)
      if (matched === undefined || unserved !== undefined) return unserved && { ...unserved, key: caller }
      if (matched === 'unknown')
        return { ...failure('not_found', `There is no ${quoted(request.pathname)}.`), key: caller }
      if ('allowed' in matched)
        return failure(
          'method_not_allowed',
          `${request.pathname.slice(0, 200)} has ${joinNames(matched.allowed, 'and')}, not ${request.method}.`,
          { key: caller, allow: matched.allowed },
        )
      if (principal instanceof Promise)
        return {
          caller,
          handle: async bytes => {
            const person = await principal
            const result = isFailure(person)
              ? person
              : (refuseMedia(matched.fact, request, bytes) ?? (await run(person, matched, request, bytes)))
            return isFailure(result) ? failureReply(result) : toReply(result, matched.fact)
          },
        }
      const denied = deniedBy(principal, matched.fact) ?? refusePage(principal, request.headers)
      if (denied !== undefined) {
        context.denied?.note({ principal, ...matched, pathname: request.pathname }, denied)
        return { ...denied, key: caller }
      }
      return {
        caller,
        handle: async bytes => {
          const result =
            refuseMedia(matched.fact, request, bytes) ?? (await run(principal, matched, request, bytes))
          return isFailure(result) ? failureReply(result) : toReply(result, matched.fact)
        },
      }
    },
  }
}

/** Pages may send any other type to another origin without asking it. */
const refuseMedia = (
  { body, method, path }: ControlRouteFact,
  { headers }: ControlRequest,
  bytes: Uint8Array,
): Failure | undefined =>
  body === undefined || bytes.length === 0 || isJsonDocument(headerValue(headers, 'content-type'))
    ? undefined
    : failure('unsupported_media_type', `${method} ${path} requires application/json.`)

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
