// The provider of a prompt supports its parameters for its model. Where a config serves the prompt, its targets decide.

import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import type { PromptRule, PromptRuleContext } from '../nodes/prompt-context.ts'
import { providerSpecOf } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

export const promptParametersAreSupported: PromptRule = (context, report) => {
  const { config, prompt, ownNames } = context
  const { catalog, environment } = config
  const spec = specOf(context)
  if (spec?.served !== true) return
  const model = ownProperty(prompt, 'model')
  const name = parseModelSlug(model)?.model ?? model
  const parameters = Object.fromEntries([
    ...Object.entries(prompt).filter(([each]) => !ownNames.includes(each)),
    ...(name === undefined ? [] : [['model', name] as const]),
  ])
  const rejected =
    environment.rejectsUnsupported === true ? catalog.alwaysDroppedOverrides(spec, parameters) : []
  const forModel = typeof name === 'string' ? ` for the model "${name}"` : ''
  for (const each of rejected)
    report(
      'override-is-rejected',
      { key: childPointer('', each) },
      `With "unsupported: reject" in the manifest every call of the prompt is rejected: ${spec.name} does not support this "${each}"${forModel}.`,
    )
  for (const each of catalog.unsupportedOverrides(spec, parameters).filter(lost => !rejected.includes(lost)))
    report(
      'override-is-lost',
      { key: childPointer('', each) },
      `${spec.name} does not support "${each}"${forModel}, so it has no effect there.`,
    )
}

/** The spec of the provider that the prompt names, or the slug of its model. */
function specOf({ config, prompt }: PromptRuleContext): ProviderSpec | undefined {
  const [node] = config.nodes
  const named = node && providerSpecOf(config, node)
  if (named !== undefined || ownProperty(prompt, 'config') !== undefined) return named
  const slug = parseModelSlug(ownProperty(prompt, 'model'))?.slug ?? ''
  const stored = Object.hasOwn(config.environment.providers, slug)
    ? config.environment.providers[slug]
    : undefined
  return stored && config.catalog.provider(stored.provider)
}
