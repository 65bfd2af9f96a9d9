// The slug that names the stored provider of a call, for limits and the log.
import type { Binding } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'

/** Undefined where the provider is not a stored one. */
export function storedSlugOf(
  binding: Binding,
  { options: { provider, virtualKey }, slug }: Pick<Call, 'options' | 'slug'>,
): string | undefined {
  if (binding.from === 'slug') return binding.slug
  if (binding.from === 'own') return undefined
  if (provider !== undefined) return provider.startsWith('@') ? provider.slice(1) : undefined
  return virtualKey === undefined ? slug : virtualKey.replace(/^@/, '')
}
