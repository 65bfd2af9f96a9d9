// Requests that wait until the control plane is loaded; all others are answered as they would be with it.
import type { Bundle } from '../../schemas/generated/types.ts'
import { matchControlRoute } from '../control/serve/route-table.ts'
import type { HoldRequest } from '../http/serving-gateway.ts'
import { endpointAt } from '../values/endpoints.ts'

/**
 * `replicated`: the process has a store for what clients save, so names that the bundle does not know may be of that. `loaded` resolves
 * once another gateway serves.
 */
export const findWaitingRequests =
  ({ plans }: Pick<Bundle, 'plans'>, replicated: boolean, loaded: () => Promise<void>): HoldRequest =>
  ({ method, path, headers }) =>
    (replicated ? isPlainCall(path, headers, plans) : !isControlRoute(method, path)) ? undefined : loaded()

const isControlRoute = (method: string, path: string): boolean =>
  endpointAt(path) === undefined && matchControlRoute(method, path.split('?', 1)[0] ?? path) !== undefined

/** A call of a model under a config of the bundle, or under none. */
function isPlainCall(path: string, headers: readonly string[], plans: Bundle['plans']): boolean {
  if (endpointAt(path) === undefined) return false
  for (let index = 0; index < headers.length; index += 2)
    if (
      headers[index]?.toLowerCase().endsWith('config') === true &&
      !Object.hasOwn(plans, headers[index + 1] ?? '')
    )
      return false
  return true
}
