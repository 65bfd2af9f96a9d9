// A trailing slash does not change a route: it is removed from paths that the gateway handles itself. Paths that are
// passed through keep theirs, which a provider may need. Only reached where a path ends with a slash.
import { matchResource } from '../resources/match-resource.ts'
import { endpointAt } from '../values/endpoints.ts'
import { trimTrailingSlashes } from '../values/query-string.ts'
import { matchPromptCall } from './match-prompt-call.ts'
import { isModelRoute } from './model-routes.ts'
import type { RequestHead } from './request.ts'

/** The same head where the path is not one of the gateway's. */
export function canonicalRoute(head: RequestHead): RequestHead {
  const path = trimTrailingSlashes(head.path)
  const isRoute =
    endpointAt(path) !== undefined ||
    isModelRoute({ method: head.method, path }) ||
    matchPromptCall({ path }) !== undefined ||
    matchResource(head.method, path) !== undefined
  return isRoute ? { ...head, path } : head
}
