// How calls leave the machine: for all of the gateway, and for a provider with settings of its own, which has what it inherits.
import type {
  Gateway,
  Outbound,
  PlanOutbound,
  PlanProxy,
  StaticBinding,
} from '../../schemas/generated/types.ts'
import { lowerServiceUrl } from './service-url.ts'

export function lowerOutbound(outbound: Outbound | undefined): Pick<Gateway, 'outbound'> {
  const lowered = outbound && planOf(outbound)
  return lowered === undefined || Object.keys(lowered).length === 0 ? {} : { outbound: lowered }
}

/** Present even where nothing is left of it: the provider is called directly, whatever holds for the others. */
export const lowerOwnOutbound = (
  own: Outbound,
  shared: Outbound | undefined,
): Pick<StaticBinding, 'outbound'> => ({ outbound: planOf({ ...shared, ...own }) })

function planOf({ proxy = 'none', no_proxy = [], ca }: Outbound): PlanOutbound {
  return {
    ...(proxy !== 'none' && {
      proxy: lowerProxy(proxy),
      ...(no_proxy.length > 0 && { noProxy: [...no_proxy] }),
    }),
    ...(ca !== undefined && { ca }),
  }
}

const lowerProxy = (proxy: string): PlanProxy =>
  proxy === 'env' ? { environment: true } : lowerServiceUrl(proxy)
