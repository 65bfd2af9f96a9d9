// What a bundle uses of the store: slugs that its manifest lists as external and does not define itself.
import type { Bundle, GuardUse, Plan, PlanDefaults } from '../../schemas/generated/types.ts'
import { parseModelSlug } from '../facts/model-slug.ts'
import { bundleSecrets } from './bundle-secrets.ts'

/** Slugs by what they name, in alphabetical order. */
export interface ExternalUses {
  readonly providers: readonly string[]
  readonly prompts: readonly string[]
  readonly secrets: readonly string[]
}

export function externalUses({
  gateway,
  plans,
  prompts = {},
}: Pick<Bundle, 'gateway' | 'plans' | 'prompts'>): ExternalUses {
  const { external = [], secretReferences = {} } = gateway
  if (external.length === 0) return { providers: [], prompts: [], secrets: [] }
  /** Those of the store: one owner per object, and where git has a slug, git's counts. */
  const listed = (named: readonly string[], own: object): readonly string[] => {
    const all = new Set(named)
    return external.filter(slug => all.has(slug) && !Object.hasOwn(own, slug))
  }
  const allPlans = Object.values(plans)
  const secrets = bundleSecrets({ gateway, plans }).flatMap(({ secret }) =>
    secret.source === 'secret' ? [secret.name] : [],
  )
  return {
    providers: listed(
      [
        ...allPlans.flatMap(providersOfPlan),
        ...Object.values(gateway.guardrails).flatMap(providersOfGuard),
        ...[gateway, ...gateway.apiKeys].flatMap(providersOfCaller),
        ...Object.values(prompts).flatMap(({ provider, parameters }) => [
          ...asProvider(provider),
          ...asProvider(parameters['model']),
        ]),
        ...asProvider(gateway.semantic?.provider, ''),
        ...(gateway.prices ?? []).flatMap(({ provider }) => asProvider(provider)),
        ...Object.values(gateway.pools ?? {}).flatMap(({ members }) => members.map(({ slug }) => slug)),
      ],
      gateway.providers,
    ),
    prompts: listed(
      allPlans.flatMap(({ prompt }) => (prompt === undefined ? [] : [prompt])),
      prompts,
    ),
    secrets: listed(secrets, secretReferences),
  }
}

const providersOfPlan = ({ nodes }: Plan): readonly string[] =>
  nodes.flatMap(node => {
    if (node.kind === 'call') return node.binding.from === 'slug' ? [node.binding.slug] : []
    return node.kind === 'guard' ? [...node.before, ...node.after].flatMap(providersOfGuard) : []
  })

/** Which parameters of a check name a provider is in the catalog; text that begins with @ and is a listed slug is one. */
const providersOfGuard = ({ checks }: GuardUse): readonly string[] =>
  checks.flatMap(({ parameters }) => Object.values(parameters).flatMap(value => asProvider(value)))

const providersOfCaller = ({
  defaults,
  aliases = {},
  aliasPatterns = [],
}: {
  readonly defaults?: PlanDefaults
  readonly aliases?: Bundle['gateway']['aliases']
  readonly aliasPatterns?: Bundle['gateway']['aliasPatterns']
}): readonly string[] => [
  ...asProvider(defaults?.provider),
  ...[...Object.values(aliases), ...aliasPatterns].flatMap(({ slug }) => (slug === undefined ? [] : [slug])),
]

/** `@slug`, or the slug of `@slug/model`. */
function asProvider(value: unknown, prefix = '@'): readonly string[] {
  if (typeof value !== 'string' || !value.startsWith(prefix)) return []
  return [parseModelSlug(value)?.slug ?? value.replace(/^@/, '')]
}
