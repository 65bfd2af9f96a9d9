// Gateways whose calls leave by a way that a test describes, and chats with them.
import { later } from './local-servers.ts'
import { type RunningGateway, runGateway } from './running-gateway.ts'

/** A whole reply of a provider. */
export const OK = '{"choices":[{"message":{"content":"Hello"}}]}'

/** A gateway that is stopped after the test. */
export async function gatewayOf(
  manifest: object,
  environment: Readonly<Record<string, string>> = {},
  configs: Readonly<Record<string, object>> = {},
): Promise<RunningGateway> {
  const gateway = await runGateway(manifest, configs, { KEY: 'stored-key', ...environment })
  later(gateway.stop)
  return gateway
}

/** The same, which may call servers of this machine. */
export const gatewayTrusting = (
  manifest: object,
  ...more: readonly [
    environment?: Readonly<Record<string, string>>,
    configs?: Readonly<Record<string, object>>,
  ]
): Promise<RunningGateway> => gatewayOf({ trusted_hosts: ['127.0.0.1', 'localhost'], ...manifest }, ...more)

export const ask = async (gateway: RunningGateway, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${gateway.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: '@main/m', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return { status: response.status, text: await response.text() }
}

/** A stored provider at an origin. */
export const providerAt = (origin: string, more: object = {}) => ({
  provider: 'openai',
  api_key: '${env:KEY}',
  custom_host: `${origin}/v1`,
  ...more,
})
