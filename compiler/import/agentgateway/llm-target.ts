// A model of the section llm as a target.
import { asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ImportContext } from '../import-context.ts'
import { guardProperties } from './prompt-guard.ts'
import { providerBinding } from './provider-binding.ts'
import type { RouteHost } from './routed-target.ts'

export function llmTarget(
  context: ImportContext,
  model: JsonObject,
  at: Pointer,
  { slots, draft }: RouteHost,
): JsonObject | undefined {
  const params = asObject(model['params'])
  const provider =
    typeof model['provider'] === 'string' ? model['provider'] : Object.keys(asObject(model['provider']))[0]
  const name = String(model['name'])
  const binding =
    provider === undefined
      ? undefined
      : providerBinding(context, provider, params, childPointer(at, 'params'))
  if (binding === undefined) return undefined
  if (model['defaults'] !== undefined)
    context.report(
      'import-approximated',
      childPointer(at, 'defaults'),
      'The defaults replace parameters of requests here (override_params); in the source a request takes precedence.',
      'key',
    )
  const sent = params['model']
  if (name !== '*' && name.endsWith('*') && model['transformation'] !== undefined)
    context.report(
      'import-approximated',
      childPointer(at, 'transformation'),
      `The name is sent as the client wrote it. For models of this provider clients write @${slots.slugOf(binding, String(binding['provider']))}/model.`,
      'key',
    )
  const parameters = {
    ...(typeof sent === 'string' && !sent.includes('*') && { model: sent }),
    ...asObject(model['defaults']),
    ...asObject(model['overrides']),
  }
  return {
    provider: `@${slots.slugOf(binding, String(binding['provider']))}`,
    ...(Object.keys(parameters).length > 0 && { override_params: parameters }),
    ...guardProperties(context, model['guardrails'], childPointer(at, 'guardrails'), draft),
    ...guardProperties(context, model['promptGuard'], childPointer(at, 'promptGuard'), draft),
  }
}
