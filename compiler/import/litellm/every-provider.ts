// The deployment of every provider, `*` to `*`, as deployments of the best-known ones.
import { asObject } from '../../../schemas/values/json.ts'
import type { Placed } from './sections.ts'

/** Names of models that a deployment of every provider serves, by the words that select the provider in the source. */
const EVERY_PROVIDER: readonly (readonly [name: string, model: string])[] = [
  ...['gpt-*', 'chatgpt-*', 'o1*', 'o3*', 'o4*', 'text-embedding-*'].map(
    name => [name, `openai/${name}`] as const,
  ),
  ['claude-*', 'anthropic/claude-*'],
  ...['openai/*', 'anthropic/*', 'gemini/*'].map(name => [name, name] as const),
]

/** An item whose model is `*` as items of the best-known providers; any other item as it is. */
export function expandEveryProvider(item: Placed): readonly Placed[] {
  const fields = asObject(item.value)
  const parameters = asObject(fields['litellm_params'])
  if (parameters['model'] !== '*' || fields['model_name'] !== '*') return [item]
  item.context.report(
    'import-approximated',
    item.at,
    'The source calls the provider that a request names before its model. Routes for names of OpenAI, Anthropic and Google AI were written; add providers for others, which clients call as @slug/model.',
  )
  return EVERY_PROVIDER.map(([name, model]) => ({
    ...item,
    value: { ...fields, model_name: name, litellm_params: { ...parameters, model } },
  }))
}
