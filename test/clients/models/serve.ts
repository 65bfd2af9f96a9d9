// A gateway with a provider of each vendor, whose models are listed and called by plain names. No provider is called.
import { runGateway } from '../../support/running-gateway.ts'

export async function serve() {
  const of = (provider: string) => ({ provider, api_key: `\${env:KEY}` })
  const gateway = await runGateway(
    {
      providers: { openai: of('openai'), anthropic: of('anthropic'), google: of('google') },
      aliases: 'auto',
    },
    {},
    { KEY: 'key-of-a-provider' },
  )
  return { env: { GATEWAY: new URL(gateway.url).origin }, close: gateway.stop }
}
