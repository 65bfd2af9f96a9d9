// A runtime refuses at load a plan that needs what it lacks, instead of failing in the middle of a request.
import type { Catalog } from '../../compiler/catalog.ts'
import type { Gateway, Plan } from '../../schemas/generated/types.ts'

/** What of the plan's needs this runtime lacks, one sentence each; empty when the plan can be linked. */
export function missingParts({ requires, nodes }: Plan, catalog: Catalog): readonly string[] {
  const providers = requires.providers
    .filter(id => catalog.provider(id)?.served !== true)
    .map(id => `It calls the provider "${id}", which this runtime does not serve.`)
  const checks = requires.checks.map(id => `It runs the check "${id}", which this runtime does not have.`)
  const guards = nodes.some(node => node.kind === 'guard')
    ? ['It runs guardrails, which this runtime does not have.']
    : []
  const semantic = nodes.some(node => node.kind === 'cache' && node.mode === 'semantic')
    ? ['It caches by meaning, which this runtime does not do.']
    : []
  return [...providers, ...checks, ...guards, ...semantic]
}

/** Stored providers that this runtime does not serve, one sentence each: plans name them by slug alone. */
export const missingProviders = ({ providers }: Gateway, catalog: Catalog): readonly string[] =>
  Object.entries(providers)
    .filter(([, { provider }]) => catalog.provider(provider)?.served !== true)
    .map(
      ([slug, { provider }]) => `The provider @${slug} is "${provider}", which this runtime does not serve.`,
    )
