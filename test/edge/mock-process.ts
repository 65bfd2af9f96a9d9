// A runtime process with a mock provider, and chats with it.
import type { Project } from './gateway-process.ts'
import { rawRequest } from './raw-client.ts'

export const MOCK: Project = { manifest: { providers: { mock: { provider: 'mock' } } } }

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
      model: `@mock/${model}`,
      messages: [{ role: 'user', content: 'one two three' }],
      ...more,
    }),
  )
export const status = (reply: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]
