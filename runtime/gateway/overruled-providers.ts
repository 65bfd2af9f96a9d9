// What of a request names a provider without effect, since a stronger setting decides (semantics, section 11): for the
// header `x-gateway-ignored` and the log. Only reached where a request names a provider in two places.
import type { Plan } from '../../schemas/generated/types.ts'
import type { CallOptions } from '../values/call.ts'
import type { RequestStep } from './gateway-request.ts'
import type { ProviderSource } from './resolved-config.ts'

export function providerSource({ nodes }: Plan): ProviderSource {
  const bindings = nodes.flatMap(node => (node.kind === 'call' ? [node.binding] : []))
  return {
    fromRequest: bindings.some(({ from }) => from === 'request'),
    named: new Set(
      bindings.flatMap(binding =>
        binding.from === 'slug' ? [`@${binding.slug}`] : binding.from === 'own' ? [binding.provider] : [],
      ),
    ),
  }
}

/** Records what a request names without effect. */
export const noteOverruled =
  (prefix: string): RequestStep =>
  ({ requestOptions, slug, config, record }) => {
    const { options } = requestOptions
    const namesProvider = options.provider !== undefined || options.virtualKey !== undefined
    if (config === undefined || (!namesProvider && (slug === undefined || options.config === undefined)))
      return undefined
    const overruled = overruledProviders(options, slug, config.source, prefix)
    if (overruled !== undefined) record.ignored = [...(record.ignored ?? []), ...overruled]
    return undefined
  }

/**
 * The headers by name, and the provider of the model as `@slug`; undefined where everything has its effect. What names
 * the provider that is used anyway is not listed.
 */
function overruledProviders(
  { provider, virtualKey }: Pick<CallOptions, 'provider' | 'virtualKey'>,
  slug: string | undefined,
  { fromRequest, named }: ProviderSource,
  prefix: string,
): readonly string[] | undefined {
  const ofKey = virtualKey === undefined ? undefined : `@${virtualKey.replace(/^@/, '')}`
  const used = fromRequest ? (provider ?? ofKey) : named.size === 1 ? [...named][0] : ''
  if (used === undefined) return undefined
  const ignored: string[] = []
  if (provider !== undefined && provider !== used) ignored.push(`${prefix}provider`)
  if (ofKey !== undefined && ofKey !== used) ignored.push(`${prefix}virtual-key`)
  if (slug !== undefined && `@${slug}` !== used) ignored.push(`@${slug}`)
  return ignored.length === 0 ? undefined : ignored
}
