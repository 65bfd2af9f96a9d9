// The consequences of the manifest: the hosts that the secrets of a stored provider reach, and what an alias costs.
import { flowsOfPlan, mergeFlows } from '../../analyse/flows/plan-flows.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import { formatCarried, formatWay } from '../../validate/flows/format-flow.ts'
import { manifestOf, type ProjectView } from '../project-view.ts'
import { valueAt } from '../value-at.ts'
import { providerOfSlug } from '../words.ts'

const MAX_LISTED = 6

/** Lines of Markdown. */
export function consequencesOfManifest(project: ProjectView, path: readonly string[]): readonly string[] {
  const [section, name] = path
  if (section === 'providers' && name !== undefined) return secretLines(project, name)
  const alias = path.at(-2) === 'aliases' ? valueAt(manifestOf(project)?.parsed()?.value, path) : undefined
  const parts = parseModelSlug(alias)
  const provider = parts && providerOfSlug(project, parts.slug)
  const price = parts && provider !== undefined ? project.models.priceOf(provider, parts.model) : undefined
  return price === undefined ? [] : [price]
}

/** Over all configs without errors. */
function secretLines({ gateway, plans, catalog }: ProjectView, slug: string): readonly string[] {
  if (gateway === undefined) return []
  const lines = new Set<string>()
  for (const plan of plans.values())
    for (const flow of mergeFlows(flowsOfPlan(plan, gateway, catalog)))
      if (flow.carried.kind === 'secret' && flow.carried.slug === slug && flow.opening === undefined)
        lines.add(`\`${formatCarried(flow.carried)}\` reaches ${formatWay(flow)}.`)
  return [...lines].slice(0, MAX_LISTED)
}
