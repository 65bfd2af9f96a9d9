// Calls as the gateway makes them, under the limits of a control plane.
import { createBody } from '../../../../runtime/values/body/body.ts'
import type { Call, Reply } from '../../../../runtime/values/call.ts'
import { createCancellation } from '../../../../runtime/values/cancellation.ts'
import type { ControlHarness } from '../../../support/control-harness.ts'

export const RATE = { type: 'requests', unit: 'rpm', value: 2 }

export const FACTS = {
  workspace: 'default',
  apiKey: undefined,
  model: 'gpt-4o',
  config: undefined,
  endpoint: 'chat/completions',
  metadata: {},
}

export const CALL: Call = {
  method: 'POST',
  endpoint: 'chat/completions',
  path: '/chat/completions',
  pathname: '/v1/chat/completions',
  headers: [],
  body: createBody(new TextEncoder().encode('{"model":"gpt-4o","max_tokens":1}')),
  stream: false,
  model: 'gpt-4o',
  slug: undefined,
  options: {} as Call['options'],
  metadata: {},
  workspace: 'default',
  trace: 't',
  cancellation: createCancellation(),
  record: { attempts: [] },
}

export const REPLY: Reply = {
  status: 200,
  headers: [],
  body: new Uint8Array(),
  target: 'config',
  provider: 'openai',
  retries: 0,
  cache: undefined,
}

/** One call as the gateway makes it: `tokens` are what the provider reports, `slug` names the stored provider. */
export async function callOnce(
  { limiter }: ControlHarness,
  facts: object = {},
  tokens = 0,
  slug?: string,
): Promise<string> {
  const record: Call['record'] = { attempts: [] }
  const limits = limiter.current?.({ ...CALL, record }, { ...FACTS, ...facts })
  if (limits === undefined) return 'unlimited'
  const refused =
    (await limits.begin()) ??
    (await limits.admit({ provider: 'openai', slug, model: 'gpt-4o', models: () => ['gpt-4o'] }))
  if (refused !== undefined) return refused.failure.code
  record.usage = { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens }
  record.attempts.push({ at: 'config', provider: 'openai', status: 200, milliseconds: 1, started: 0 })
  limits.replied(REPLY)
  limits.finish(REPLY)
  return 'admitted'
}
