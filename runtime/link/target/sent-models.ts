// The names of the model that a target sends, for policies: a limit of a model holds whatever an override, an alias or a deployment
// makes of the name that the client sent.
import type { Adapter } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import type { Target } from './target.ts'

const NONE: readonly string[] = []

/** `model` is that of the call after overrides. The last name is the one that selects the model at the provider. */
export function sentModels(
  { endpoint, upgrade = false, model: named }: Pick<Call, 'endpoint' | 'upgrade' | 'model'>,
  { adapter, settings, spec }: Pick<Target, 'adapter' | 'settings' | 'spec'>,
  model: string | undefined,
): readonly string[] {
  const route = endpoint ?? (upgrade ? 'realtime' : undefined)
  // What passes through has an override only where it names a model, and its path as it is.
  if (route === undefined) return named === undefined || model === undefined ? NONE : [model]
  const defaults = (spec.defaults ?? {}) as Parameters<NonNullable<Adapter['sentModel']>>[1]['defaults']
  const sent = adapter?.sentModel?.(route, { model: model ?? '', settings, defaults })
  return [model, sent === model ? undefined : sent].filter(each => each !== undefined)
}
