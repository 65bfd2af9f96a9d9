// The stored providers that speak a dialect, for messages to clients whose requests are not translated.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { LinkContext } from '../link-context.ts'

const MAX_NAMED = 8

/** A sentence that names them. */
export function speakingProviders(
  { gateway, catalog }: Pick<LinkContext, 'gateway' | 'catalog'>,
  speaks: (spec: ProviderSpec) => boolean,
): string {
  const slugs = Object.entries(gateway.providers).flatMap(([slug, { provider }]) => {
    const spec = catalog.provider(provider)
    return spec !== undefined && speaks(spec) ? [`@${slug}`] : []
  })
  return slugs.length === 0
    ? 'No stored provider does.'
    : `Stored providers that do: ${slugs.slice(0, MAX_NAMED).join(', ')}.`
}
