// Models that the owner of a stored provider has switched off: the target refuses them, so that a fallback may go on. Where some are
// off, a request whose model nobody can tell is refused too, unless it cannot run a model.
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { FindTarget } from './static-binding.ts'
import type { Target } from './target.ts'

/** The targets of a binding, or why one does not serve the model of a call. Most are known at link time. */
export const linkAllowedModels =
  (find: FindTarget, fixed: Target | undefined, modelOf: (call: Call) => string | undefined): FindTarget =>
  call => {
    if (fixed !== undefined && call.options.customHost === undefined) return fixed
    const target = find(call)
    return isFailure(target) || target.allowsModel === undefined
      ? target
      : (modelRefusal(target, call, modelOf(call)) ?? target)
  }

/** Why a target with switched models does not serve a call with this model. */
function modelRefusal(
  { allowsModel, adapter, spec }: Pick<Target, 'allowsModel' | 'adapter' | 'spec'>,
  call: Pick<Call, 'endpoint' | 'resource' | 'upgrade' | 'method' | 'pathname'>,
  model: string | undefined,
): Failure | undefined {
  if (allowsModel === undefined) return undefined
  if (model !== undefined && isSure(model, call, adapter !== undefined))
    return allowsModel(model)
      ? undefined
      : failure(
          'forbidden',
          `The model ${quoted(model)} of ${spec.name} is switched off for this integration.`,
          { param: 'model' },
        )
  return runsNoModel(call)
    ? undefined
    : failure(
        'forbidden',
        `Models of ${spec.name} are switched off for this integration, and the request does not name its model.`,
        { param: 'model' },
      )
}

/** Providers with a dialect of their own may read the model of a request that passes through from its path alone. */
const isSure = (
  model: string,
  { endpoint, resource, upgrade, pathname }: Pick<Call, 'endpoint' | 'resource' | 'upgrade' | 'pathname'>,
  hasDialect: boolean,
): boolean =>
  endpoint !== undefined ||
  resource !== undefined ||
  upgrade === true ||
  !hasDialect ||
  pathname.split(/[/:]/).includes(model)

const runsNoModel = ({ method, upgrade, resource }: Pick<Call, 'method' | 'upgrade' | 'resource'>): boolean =>
  (upgrade !== true && (method === 'GET' || method === 'HEAD' || method === 'DELETE')) ||
  resource?.route === 'files'
