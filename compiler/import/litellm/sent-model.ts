// The model that a deployment of LiteLLM sends, without the words that select an API of its provider.
import type { Parameters } from './parameters.ts'
import type { NamedModel } from './provider-prefixes.ts'

/** Words between a provider and its model. */
const MODES: Readonly<Record<string, RegExp>> = {
  bedrock: /^(?:(?:converse|converse_like|invoke|llama|nova|deepseek_r1|openai|[a-z]{2}(?:-[a-z]+)+-\d)\/)+/,
  azure: /^(?:(?:responses|o_series|gpt5_series|o1_series)\/)+/,
  openai: /^(?:responses|chat|completion)\//,
}

/** Undefined for the model of the request: a pattern that names what it matches. */
export function sentModel(
  { model }: Parameters,
  { prefix, spec, model: name }: NamedModel,
  group: string,
): string | undefined {
  const provider = spec?.provider ?? prefix
  const mode = MODES[provider]?.exec(name)?.[0]
  if (mode?.startsWith('responses/') || prefix.startsWith('text-completion'))
    model.context.report(
      'import-approximated',
      model.at,
      `The source calls another API of the provider for this model. Here a request is sent to the API that it was written for.`,
    )
  const sent = name.slice(mode?.length ?? 0)
  if (provider === 'fireworks' && !sent.includes('/') && !sent.includes('*'))
    return `accounts/fireworks/models/${sent}`
  return group.includes('*') && sent === group ? undefined : sent
}
