// A model of the section llm as a target.
import { asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ImportContext } from '../import-context.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { providerBinding } from './provider-binding.ts'

const READ = new Set(['name', 'provider', 'params', 'matches', 'defaults', 'overrides', 'visibility'])

export function llmTarget(
  context: ImportContext,
  model: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
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
  for (const name of Object.keys(model))
    if (!READ.has(name))
      context.report(
        'import-not-expressible',
        childPointer(at, name),
        `"${name}" was left out. Guardrails are input_guardrails and output_guardrails of a target; headers are forwarded by forward_headers.`,
        'key',
      )
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
  }
}
