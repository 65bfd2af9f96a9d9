// A gateway in front of the server of the Python SDK, which the programs start, and of servers of the Node SDKs in each era.

import { runEraServer, type ServerEra } from '../../support/mcp/era-servers.ts'
import { runGateway } from '../../support/running-gateway.ts'
import { freePort } from '../../support/test-redis.ts'

const ERAS: readonly ServerEra[] = ['legacy', 'modern', 'both']

export async function serve() {
  const port = await freePort()
  const servers = await Promise.all(ERAS.map(async era => [era, await runEraServer(era)] as const))
  const gateway = await runGateway({
    mcp: {
      servers: {
        python: { url: `http://127.0.0.1:${port}/mcp` },
        ...Object.fromEntries(servers.map(([era, { url }]) => [era, { url }])),
      },
    },
    trusted_hosts: ['127.0.0.1'],
  })
  return {
    env: {
      MCP_PYTHON_PORT: String(port),
      MCP_GATEWAY: `http://127.0.0.1:${gateway.port}/mcp`,
      MCP_BOTH: servers.find(([era]) => era === 'both')?.[1].url ?? '',
    },
    close: async () => {
      await gateway.stop()
      for (const [, server] of servers) await server.stop()
    },
  }
}
