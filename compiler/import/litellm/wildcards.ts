// Patterns of model names. A config cannot take a part of a name, so where the model that is sent differs from the name, the models
// that are known of the provider are written out.
import { asObject } from '../../../schemas/values/json.ts'
import type { Deployment } from './deployments.ts'
import type { Placed } from './sections.ts'

/** The most names that a pattern is written out to. */
const MOST = 100

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

export function expandPatterns(deployments: readonly Deployment[]): readonly Deployment[] {
  const exact = new Set(deployments.flatMap(({ group }) => (group.includes('*') ? [] : [group])))
  return deployments.flatMap(deployment => {
    const { group, model, item } = deployment
    if (!(model?.includes('*') ?? false)) return [deployment]
    const { context } = item
    const known = context.modelsOf(deployment.provider)
    const [before = '', after = ''] = (model ?? '').split('*')
    const all = known.filter(name => name.startsWith(before) && name.endsWith(after))
    const names = all
      .slice(0, MOST)
      .map(name => ({ name, part: name.slice(before.length, name.length - after.length) }))
      .map(({ name, part }) => ({ group: group.replace('*', part), model: name }))
      .filter(each => !exact.has(each.group))
    context.report(
      names.length === 0 ? 'import-not-expressible' : 'import-approximated',
      item.at,
      names.length === 0
        ? `"${group}" was left out: a config cannot take the part of a name that is sent. Clients write @${deployment.slug}/model instead.`
        : `A config cannot take the part of "${group}" that is sent, so ${names.length < all.length ? `${names.length} of the ${all.length}` : `the ${names.length}`} known models of the provider are written out. For others clients write @${deployment.slug}/model.`,
    )
    return names.map((each, index) => ({ ...deployment, ...each, comments: [], isExpanded: index > 0 }))
  })
}
