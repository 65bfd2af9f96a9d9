// Overrides of resources and of paths that pass through: applied where the body or the interface has the field, reported otherwise
// (semantics, section 16).
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const OVERRIDES = { model: 'gpt-6.1-sol', temperature: 0 }

interface Options {
  readonly overrides?: object
  readonly type?: string
  readonly method?: string
}

const send = async (
  path: string,
  body: unknown,
  { overrides = OVERRIDES, type = 'application/json', method = 'POST' }: Options = {},
) => {
  const { call, upstream } = createHarness({
    configs: { c: { provider: '@main', override_params: overrides } },
    script: [{ status: 200, body: {} }],
  })
  const reply = await call({
    method,
    path,
    headers: { 'x-gateway-config': 'c', 'content-type': type },
    body,
  })
  return { reply, sent: upstream.sent[0], dropped: reply.outcome?.reply.dropped ?? [] }
}

describe.each([
  ['an assistant', '/assistants', { name: 'x' }],
  ['a path that passes through', '/other', { x: 1 }],
])('Overrides of %s', (_title, path, body) => {
  it('replace the fields that the body has, and others are named', async () => {
    const { sent, dropped } = await send(path, { model: 'gpt-6-sol', ...body })
    expect(sent?.json).toEqual({ model: 'gpt-6.1-sol', ...body })
    expect(dropped).toEqual(['temperature'])
  })

  it('are all named where the body has none of them, and its bytes pass unchanged', async () => {
    const text = `${JSON.stringify({ ...body, model: 'm' })} `
    const { sent, dropped } = await send(path, text, {
      overrides: { top_p: 1, temperature: 0 },
    })
    expect([sent?.text, dropped]).toEqual([text, ['top_p', 'temperature']])
  })

  it('cannot be evaded by a name in another case', async () => {
    const { reply, sent } = await send(path, { model: 'gpt-6-sol', ...body, Model: 'evil' })
    expect([reply.status, sent]).toEqual([400, undefined])
  })
})

it.each([
  [
    'a training job',
    '/fine_tuning/jobs',
    { model: 'm', training_file: 'file-1' },
    { suffix: 'x', seed: 7 },
    { temperature: 0 },
  ],
  ['a run', '/threads/t1/runs', { assistant_id: 'a' }, { model: 'n', temperature: 0 }, { suffix: 'x' }],
  ['a thread and its run', '/threads/runs', { assistant_id: 'a' }, { temperature: 0 }, { suffix: 'x' }],
  [
    'a batch',
    '/batches',
    { input_file_id: 'f', endpoint: '/v1/chat/completions', completion_window: '24h' },
    { metadata: { team: 'a' } },
    { model: 'n' },
  ],
] as const)(
  'Overrides of %s are added where the interface lists the field',
  async (_title, path, body, own, others) => {
    const { sent, dropped } = await send(path, body, { overrides: { ...own, ...others } })
    expect(sent?.json).toEqual({ ...body, ...own })
    expect(dropped).toEqual(Object.keys(others))
  },
)

it('the overriding model is sent instead of one with a slug', async () => {
  const { sent } = await send('/other', { model: '@main/gpt-6-sol' })
  expect(sent?.json).toEqual({ model: 'gpt-6.1-sol' })
})

it('a body that is not JSON passes unchanged, and the overrides are named', async () => {
  const { sent, dropped } = await send('/other', 'model=gpt-6-sol', {
    type: 'application/x-www-form-urlencoded',
  })
  expect([sent?.text, dropped]).toEqual(['model=gpt-6-sol', ['model', 'temperature']])
})

it('a request without a body has nothing to override', async () => {
  expect((await send('/other', '', { method: 'GET' })).dropped).toEqual([])
})

it('an overridden run is held to the limits of the interface', async () => {
  const overrides = { max_prompt_tokens: 1 }
  const { reply, sent } = await send(
    '/threads/t1/runs',
    { assistant_id: 'a', max_prompt_tokens: 500 },
    { overrides: overrides },
  )
  expect([reply.status, sent]).toEqual([400, undefined])
})

it('an overridden completion is held to the rules of the interface', async () => {
  const { reply, sent } = await send(
    '/completions',
    { model: 'm', prompt: 'x', n: 4 },
    { overrides: { best_of: 2 } },
  )
  expect([reply.status, sent]).toEqual([400, undefined])
  expect(reply.json).toMatchObject({ error: { param: 'best_of' } })
})
