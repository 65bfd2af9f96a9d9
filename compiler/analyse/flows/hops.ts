// The proxy between the gateway and where a flow goes. It sees hosts and, of plain http, all that is sent.
import type { PlanOutbound, PlanProxy } from '../../../schemas/generated/types.ts'
import type { Catalog } from '../../facts/catalog.ts'
import type { Flow } from './flow.ts'

/** Flows with the proxy that they leave by; unchanged without one. */
export function withHops(
  flows: readonly Flow[],
  outbound: PlanOutbound | undefined,
  { leavesDirectly }: Pick<Catalog, 'leavesDirectly'>,
): readonly Flow[] {
  if (outbound?.proxy === undefined) return flows
  const { proxy, noProxy = [] } = outbound
  const hop = nameOf(proxy)
  return flows.map(flow => {
    const { to } = flow
    const isDirect =
      to.kind === 'origin' && (!/^https?:/.test(to.origin) || leavesDirectly(to.origin, noProxy))
    return isDirect ? flow : { ...flow, hop }
  })
}

function nameOf({ environment, address }: PlanProxy): string {
  if (environment === true) return 'the proxy of the environment'
  return address === undefined || !URL.canParse(address)
    ? 'a proxy whose address is a secret'
    : `the proxy ${new URL(address).origin}`
}
