// Rules about the parameters of a prompt.
import { parameters } from '../../../schemas/generated/parameters.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import type { PromptRule, PromptRuleContext } from '../nodes/prompt-context.ts'
import { providerSpecsOf, providersAtSlug } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'
import { reportParameterValue } from '../values/request-parameters.ts'

/** The older name of the limit of output tokens. */
const ALIAS = 'max_tokens'
const OUTPUT_LIMIT = 'max_completion_tokens'

/** What a prompt has besides its own properties are parameters of chats that some provider knows, with plausible values. */
export const promptParametersAreKnown: PromptRule = ({ config: { parsed }, prompt, ownNames }, report) => {
  for (const [name, value] of Object.entries(prompt)) {
    if (ownNames.includes(name)) continue
    const at = childPointer('', name)
    const fact = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (fact === undefined) {
      const near = suggest(name, [...ownNames, ...Object.keys(parameters)])
      report(
        'unknown-property',
        { key: at },
        `${quoteName(name)} is neither a property of a prompt nor a known parameter of requests.${didYouMean(near)}`,
        { fix: replaceWithOnly(parsed, { key: at }, undefined, near) },
      )
      continue
    }
    reportParameterValue(report, quoteName(name), name, value, at, fact)
    if (name !== ALIAS) continue
    if (Object.hasOwn(prompt, OUTPUT_LIMIT))
      report('setting-without-effect', { key: at }, `"${ALIAS}" has no effect beside "${OUTPUT_LIMIT}".`)
    else
      report('alias-setting', { key: at }, `"${ALIAS}" is read as "${OUTPUT_LIMIT}".`, {
        fix: replaceWithOnly(parsed, { key: at }, undefined, [OUTPUT_LIMIT]),
      })
  }
}

/** The provider of a prompt supports its parameters for its model. Where a config serves the prompt, its targets decide. */
export const promptParametersAreSupported: PromptRule = (context, report) => {
  for (const spec of specsOf(context)) if (spec.served) reportUnsupported(context, spec, report)
}

function reportUnsupported(
  { config: { catalog, environment }, prompt, ownNames }: PromptRuleContext,
  spec: ProviderSpec,
  report: Parameters<PromptRule>[1],
): void {
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

/** The specs of the providers that the prompt names, or the slug of its model. */
function specsOf({ config, prompt }: PromptRuleContext): readonly ProviderSpec[] {
  const [node] = config.nodes
  const named = node === undefined ? [] : providerSpecsOf(config, node)
  if (named.length > 0 || ownProperty(prompt, 'config') !== undefined) return named
  const slug = parseModelSlug(ownProperty(prompt, 'model'))?.slug ?? ''
  return [...new Set(providersAtSlug(slug, config.catalog, config.environment).map(({ spec }) => spec))]
}
