// Rejects a plan at load that needs what this runtime lacks, instead of failing in the middle of a request.
import type { ServedCatalog } from '../../compiler/facts/catalog.ts'
import type { Gateway, Plan } from '../../schemas/generated/types.ts'
import type { CheckParts } from './link-context.ts'

type HasCheck = CheckParts['find']

/** The plan's requirements that this runtime lacks, one sentence each; empty when the plan can be linked. */
export function missingParts(
  { requires, nodes }: Plan,
  gateway: Pick<Gateway, 'semantic'>,
  catalog: Pick<ServedCatalog, 'provider'>,
  check: HasCheck,
): readonly string[] {
  const providers = requires.providers
    .filter(id => catalog.provider(id)?.served !== true)
    .map(id => `It calls the provider "${id}", which this runtime does not support.`)
  const checks = requires.checks
    .filter(id => check(id) === undefined)
    .map(id => `It runs the check "${id}", which this runtime does not have.`)
  const semantic = nodes.some(node => node.kind === 'cache' && node.mode === 'semantic')
  const embeds = gateway.semantic !== undefined
  const meaning =
    semantic && !embeds
      ? ['It has a semantic cache, but the gateway has no embeddings provider (cache.semantic).']
      : []
  return [...providers, ...checks, ...meaning]
}

/** Stored providers that this runtime does not support, one sentence each: plans reference them only by slug. */
export const missingProviders = (
  { providers }: Gateway,
  catalog: Pick<ServedCatalog, 'provider'>,
): readonly string[] =>
  Object.entries(providers)
    .filter(([, { provider }]) => catalog.provider(provider)?.served !== true)
    .map(
      ([slug, { provider }]) =>
        `The provider @${slug} is "${provider}", which this runtime does not support.`,
    )

/** Guardrails of the manifest whose checks this runtime lacks, one sentence each: header configs may use them. */
export const missingChecks = ({ guardrails }: Gateway, check: HasCheck): readonly string[] =>
  Object.entries(guardrails).flatMap(([id, { checks }]) =>
    checks
      .filter(each => check(each.id) === undefined)
      .map(each => `The guardrail "${id}" runs the check "${each.id}", which this runtime does not have.`),
  )
