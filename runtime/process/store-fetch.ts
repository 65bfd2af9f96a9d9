// How a command reaches the store that a manifest names: as the gateway of that manifest would.
import type { Gateway } from '../../schemas/generated/types.ts'
import { createUpstreamClient } from '../upstream/undici-client.ts'
import type { OutboundOptions } from './outbound-egresses.ts'

export interface StoreFetch {
  readonly fetch: typeof fetch
  readonly close: () => Promise<void>
}

/** Undefined where it is reached directly; sentences if the egress cannot be used. */
export async function openStoreFetch(
  gateway: Pick<Gateway, 'outbound' | 'providers' | 'limits' | 'trustedHosts'>,
  { environment, folder }: Pick<OutboundOptions, 'environment' | 'folder'>,
): Promise<StoreFetch | readonly string[] | undefined> {
  if (gateway.outbound === undefined) return undefined
  const { limits, trustedHosts } = gateway
  const settings = {
    connections: limits.connections,
    connectTimeout: limits.connect_timeout,
    replyHeaderBytes: limits.reply_header_bytes,
    openHosts: () => trustedHosts,
  }
  const { openOutbound } = await import('./open-outbound.ts')
  const direct = createUpstreamClient(settings)
  const opened = await openOutbound(gateway, { environment, folder, settings, direct })
  if (!('main' in opened)) {
    await direct.close()
    return opened
  }
  return opened.fetch && { fetch: opened.fetch, close: opened.close }
}
