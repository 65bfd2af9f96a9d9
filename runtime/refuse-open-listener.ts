// Whether a gateway may listen where it is told to.
import type { Bundle } from '../schemas/generated/types.ts'
import { needsKey } from './gateway/authenticate.ts'

/** Without API keys anyone is let in, so the gateway only listens on loopback addresses. */
export function refuseOpenListener({ gateway }: Pick<Bundle, 'gateway'>, host: string): readonly string[] {
  const loopback = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  if (needsKey(gateway) || loopback) return []
  return [
    `The gateway has no api_keys, so it may only listen on a loopback address (127.0.0.1), not on ${host}.`,
  ]
}
