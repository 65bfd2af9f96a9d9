// The provider of the catalog that a call goes to, as far as the plan decides it.
import type { CallNode, Gateway } from '../../schemas/generated/types.ts'

/** Undefined where the request names it, or the store has it. */
export function providerOfCall(
  { binding }: Pick<CallNode, 'binding'>,
  gateway: Pick<Gateway, 'providers'>,
): string | undefined {
  if (binding.from === 'request') return undefined
  return binding.from === 'own'
    ? binding.provider
    : Object.hasOwn(gateway.providers, binding.slug)
      ? gateway.providers[binding.slug]?.provider
      : undefined
}
