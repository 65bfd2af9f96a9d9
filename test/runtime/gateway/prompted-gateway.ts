// A gateway with saved prompts.
import { createHash } from 'node:crypto'
import { createHarness, type HarnessOptions } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const MANIFEST = {
  providers: {
    main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
    other: { provider: 'openai', api_key: '${env:OTHER_KEY}' },
  },
}

export const LETTER = {
  model: '@main/gpt-4o',
  temperature: 0.2,
  max_tokens: 100,
  variables: { customer: {}, tone: { default: 'kind' } },
  messages: [
    { role: 'system', content: 'Be {{tone}}.' },
    { role: 'user', content: 'Write to {{customer}}.' },
  ],
}

export const OPEN = {
  provider: '@main',
  model: 'gpt-4o',
  allow: ['messages', 'model', 'tools'],
  tools: [{ type: 'function', function: { name: 'own' } }],
  messages: [{ role: 'system', content: 'Be brief.' }],
}

export const HELLO = [{ role: 'user', content: 'Hello' }]

export const harness = (more: HarnessOptions = {}) =>
  createHarness({
    manifest: MANIFEST,
    prompts: {
      letter: LETTER,
      open: OPEN,
      routed: { config: 'routed', messages: HELLO },
      keyed: { virtual_key: 'other', model: 'm', messages: HELLO },
      plain: { model: 'gpt-4o', messages: HELLO },
      'with-partial': { model: '@main/m', messages: [{ role: 'user', content: '{{>sign}}' }] },
    },
    partials: { sign: 'Yours, Ada' },
    configs: {
      routed: { provider: '@other', override_params: { model: 'routed-model' } },
      prompted: { prompt_id: 'letter' },
    },
    environment: { MAIN_KEY: 'main-key', OTHER_KEY: 'other-key' },
    script: [{ status: 200, body: completion('Dear Ada') }],
    ...more,
  })

export const send = async (prompt: string, body: unknown, more: HarnessOptions = {}, headers = {}) => {
  const { call, upstream } = harness(more)
  const reply = await call({ path: `/prompts/${prompt}`, body, headers })
  const [sent] = upstream.sent
  return {
    reply,
    sent: sent?.json,
    headers: sent?.headers,
  }
}

export const keyOf = (headers: readonly string[] | undefined): string | undefined =>
  headers?.at(headers.indexOf('authorization') + 1)

export const messageOf = (json: unknown): string => (json as { error: { message: string } }).error.message
