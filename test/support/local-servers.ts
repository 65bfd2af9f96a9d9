// What a test opens on this machine and closes after itself: servers, and a gateway whose `@main` leads to one.
import type { AddressInfo, Server } from 'node:net'
import { type RunningGateway, runGateway } from './running-gateway.ts'

const closing: (() => unknown)[] = []

/** Closes what was opened, the last first: for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

export const later = (close: () => unknown): void => void closing.push(close)

/** The port on which a server of this machine listens from now on, until all is closed. */
export async function listening(server: Server, address = '127.0.0.1'): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, address, resolve))
  later(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A gateway whose `@main` leads to a port of this machine, as the provider `row`. */
export async function gatewayTo(
  port: number,
  more: {
    readonly spec?: string
    readonly configs?: Readonly<Record<string, object>>
    readonly limits?: object
    readonly [property: string]: unknown
  } = {},
): Promise<RunningGateway> {
  const { spec = 'openai', configs = {}, ...manifest } = more
  const gateway = await runGateway(
    {
      providers: {
        main: { provider: spec, api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
      ...manifest,
    },
    configs,
    { KEY: 'stored-key' },
  )
  later(gateway.stop)
  return gateway
}
