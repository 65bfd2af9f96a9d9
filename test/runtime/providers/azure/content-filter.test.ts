// What Azure's content filter found is kept under `error.innererror`, on every route and for clients of every API.
// learn.microsoft.com/en-us/azure/ai-foundry/openai/concepts/content-filter, 2026-11.
import { expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import type { Step } from '../../../support/scripted-upstream.ts'

const FILTERED = {
  code: 'ResponsibleAIPolicyViolation',
  content_filter_result: {
    hate: { filtered: false, severity: 'safe' },
    jailbreak: { filtered: true, detected: true },
  },
}
const ERROR = {
  message: "The response was filtered due to Azure OpenAI's content management policy.",
  type: null,
  param: 'prompt',
  code: 'content_filter',
  status: 400,
  innererror: FILTERED,
}
const IMAGE_ERROR = { code: 'contentFilter', message: 'Filtered.', inner_error: FILTERED }

const CHAT = { messages: [{ role: 'user', content: 'Hi' }] }
const BODIES: Readonly<Record<string, object>> = {
  '/chat/completions': CHAT,
  '/completions': { prompt: 'Hi' },
  '/embeddings': { input: 'Hi' },
  '/responses': { input: 'Hi', store: false },
  '/messages': { ...CHAT, max_tokens: 9 },
  '/images/generations': { prompt: 'Hi' },
  '/audio/speech': { input: 'Hi', voice: 'alloy' },
}
const own = { api_key: '${env:KEY}', resource_name: 'contoso' }
const PROVIDERS: Readonly<Record<string, readonly [stored: object, paths: readonly string[]]>> = {
  azure: [{ provider: 'azure', ...own, deployment_id: 'd', api_version: '2024-10-21' }, Object.keys(BODIES)],
  'azure-v1': [{ provider: 'azure', ...own, deployment_id: 'd', api_version: 'v1' }, Object.keys(BODIES)],
  'azure-foundry': [
    { provider: 'azure-foundry', ...own },
    ['/chat/completions', '/embeddings', '/messages', '/responses', '/completions'],
  ],
  'azure-anthropic': [
    { provider: 'azure-anthropic', ...own },
    ['/messages', '/chat/completions', '/responses'],
  ],
}

async function innererrorOf(stored: object, path: string, step: Step, more: object = {}): Promise<unknown> {
  const here = createHarness({
    configs: { c: stored },
    environment: { KEY: 'a-secret-key' },
    script: [step],
  })
  const body = { model: 'm', ...BODIES[path], ...more }
  const reply = await here.call({ path, headers: { 'x-gateway-config': 'c' }, body })
  expect(here.upstream.sent.length, reply.text).toBe(1)
  expect(reply.text).not.toContain('a-secret-key')
  const { error } = reply.json as { readonly error: Readonly<Record<string, unknown>> }
  // Its image API names it differently, and errors pass as they came.
  return error['innererror'] ?? error['inner_error']
}

const routes = Object.entries(PROVIDERS).flatMap(([name, [stored, paths]]) =>
  paths.map(path => [name, path, stored] as const),
)

it.each(routes)('at %s, %s', async (_, path, stored) => {
  const error = path.startsWith('/images') ? IMAGE_ERROR : ERROR
  expect(await innererrorOf(stored, path, { status: 400, body: { error } })).toEqual(FILTERED)
})

it.each(routes.filter(([, path]) => path !== '/embeddings' && !/images|audio/.test(path)))(
  'as the first event of a stream at %s, %s',
  async (_, path, stored) => {
    const text = `event: error\ndata: ${JSON.stringify({ type: 'error', error: ERROR })}\n\n`
    const step = { status: 200, headers: ['content-type', 'text/event-stream'], text }
    expect(await innererrorOf(stored, path, step, { stream: true })).toEqual(FILTERED)
  },
)

it('without the key, should a provider repeat that in it', async () => {
  const repeated = { ...FILTERED, key: 'a-secret-key' }
  const step = { status: 400, body: { error: { ...ERROR, innererror: repeated } } }
  expect(await innererrorOf(PROVIDERS['azure']?.[0] ?? {}, '/chat/completions', step)).toEqual({
    ...FILTERED,
    key: '****',
  })
})
