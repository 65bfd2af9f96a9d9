// What tells the replies of one call node apart in a cache.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { CacheIdentity } from '../../cache/cache-key.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Target } from '../target/target.ts'
import { betaHeader } from './beta-features.ts'
import type { linkOverridesOf } from './overrides.ts'
import { forwardedHeaders } from './request-headers.ts'

export const linkCacheIdentity =
  (
    node: CallNode,
    targetOf: (call: Call) => Target | Failure,
    overridesOf: ReturnType<typeof linkOverridesOf>,
    headerPrefix: string,
  ) =>
  (call: Call): CacheIdentity | Failure => {
    const target = targetOf(call)
    if (isFailure(target)) return target
    return {
      provider: target.spec.id,
      bindingId: target.identity(),
      overrides: { model: call.model ?? null, ...overridesOf(call).values },
      strict: call.options.strict ?? node.strict,
      vendorFieldsOnly: (call.options.strict ?? node.vendorFieldsOnly) === true,
      forwarded: [...forwardedHeaders(call, target, node.forward, headerPrefix), ...betaHeader(call, target)],
    }
  }
