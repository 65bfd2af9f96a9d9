// Patterns of model names. A config cannot take a part of a name, so where the model that is sent differs from the name, the models
// that are known of the provider are written out.
import type { Deployment } from './deployments.ts'

/** The most names that a pattern is written out to. */
const MOST = 100

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
