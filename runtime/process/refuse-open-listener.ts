// Whether a gateway may listen on its address.
import type { Bundle } from '../../schemas/generated/types.ts'
import { needsKey } from '../gateway/authenticate.ts'

/** Without API keys anyone is let in, so the gateway only listens on loopback addresses. Hosts that are not listened on are undefined. */
export function refuseOpenListener(
  { gateway }: Pick<Bundle, 'gateway'>,
  ...hosts: readonly (string | undefined)[]
): readonly string[] {
  if (needsKey(gateway)) return []
  return hosts
    .filter(host => host !== undefined)
    .filter(host => !(host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)))
    .map(
      host =>
        `The gateway has no api_keys, so it may only listen on a loopback address (127.0.0.1), not on ${host}.`,
    )
}
