// A runtime process with a mock provider, and chats with it.
import type { Project } from './gateway-process.ts'
import { rawRequest } from './raw-client.ts'

export const MOCK: Project = { manifest: { providers: { mock: { provider: 'mock' } } } }

/** A runtime process with a provider at a port of this machine, as `@held`. */
export const withHeld = (port: number, limits: object = {}): Project => ({
  manifest: {
    providers: {
      mock: { provider: 'mock' },
      held: { provider: 'openai', api_key: '${env:HELD_KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
    },
    trusted_hosts: ['127.0.0.1'],
    limits,
  },
})
export const HELD = { environment: { HELD_KEY: 'held-key' } }

export const chat = (
  model: string,
  headers: readonly string[] = ['connection: close'],
  more: object = {},
): string =>
  rawRequest(
    'POST',
    '/v1/chat/completions',
    ['content-type: application/json', ...headers],
    JSON.stringify({
      model: model.startsWith('@') ? model : `@mock/${model}`,
      messages: [{ role: 'user', content: 'one two three' }],
      ...more,
    }),
  )
export const status = (reply: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]
