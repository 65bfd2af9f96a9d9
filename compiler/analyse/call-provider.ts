// The provider of the catalog that a call goes to, as far as the plan decides it.
import type { CallNode, Gateway } from '../../schemas/generated/types.ts'

/** Undefined where the request names it. */
export function providerOfCall(
  { binding }: Pick<CallNode, 'binding'>,
  gateway: Pick<Gateway, 'providers'>,
): string | undefined {
  if (binding.from === 'request') return undefined
  return binding.from === 'own' ? binding.provider : gateway.providers[binding.slug]?.provider
}
