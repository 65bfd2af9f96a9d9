// A gateway with a store and its logs, for clients that are generated from its OpenAPI document.
import { fileURLToPath } from 'node:url'
import { runGateway } from '../../support/running-gateway.ts'
import type { ServedSuite } from '../run.ts'

export async function serve(): Promise<ServedSuite> {
  const gateway = await runGateway(
    {
      store: 'sqlite::memory:',
      telemetry: { log_store: {} },
      providers: { mock: { provider: 'mock' } },
    },
    {},
    { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
  )
  return {
    env: {
      GATEWAY: gateway.url,
      DOCUMENT: fileURLToPath(new URL('../../../schemas/generated/openapi.json', import.meta.url)),
    },
    close: gateway.stop,
  }
}
