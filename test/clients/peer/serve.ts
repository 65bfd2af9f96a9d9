// A gateway in the words of the peer with a store, and what it calls: a provider that answers every path, and an MCP server.
import { readUnserved } from '../../../schemas/sources.ts'
import { answerAny } from '../../edge/clients/peer-inference.ts'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { runGateway, runProvider } from '../../support/running-gateway.ts'

/** The parts, for tests that look at what arrives. */
export async function runPeerGateway() {
  const provider = await runProvider(answerAny)
  const mcp = await runLegacyUpstream()
  const gateway = await runGateway(
    {
      header_prefix: 'x-portkey-',
      spelling: 'peer',
      store: 'sqlite::memory:',
      trusted_hosts: ['127.0.0.1'],
      caller_hosts: ['127.0.0.1'],
      telemetry: { log_store: {} },
      providers: {
        openai: { provider: 'openai', custom_host: `${provider.origin}/v1`, api_key: `\${env:KEY}` },
        mock: { provider: 'mock' },
      },
    },
    {},
    { KEY: 'sk-of-the-provider', PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
  )
  return {
    gateway,
    provider,
    mcp,
    close: async () => {
      await gateway.stop()
      await provider.stop()
      await mcp.stop()
    },
  }
}

export async function serve() {
  const { gateway, provider, mcp, close } = await runPeerGateway()
  return {
    env: {
      PEER_GATEWAY: gateway.url,
      PEER_PROVIDER: `${provider.origin}/v1`,
      PEER_MCP: mcp.url,
      PEER_UNSERVED: JSON.stringify(readUnserved()),
    },
    close,
  }
}
