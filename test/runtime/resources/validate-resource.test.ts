// What the interface demands of calls on files, batches, training jobs and runs, whatever the provider.
import { describe, expect, it } from 'vitest'
import { matchResource } from '../../../runtime/resources/match-resource.ts'
import { readResourceRequest } from '../../../runtime/resources/read-request.ts'
import { validateResource } from '../../../runtime/resources/validate-resource.ts'
import { createBody } from '../../../runtime/values/body/body.ts'

function check(method: string, path: string, body: unknown = undefined) {
  const resource = matchResource(method, path)
  if (resource === undefined) throw new Error('No resource is there.')
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  return validateResource(resource, createBody(new TextEncoder().encode(text)))
}

const batch = { input_file_id: 'file-1', endpoint: '/v1/chat/completions', completion_window: '24h' }
const job = { model: 'gpt-6-sol', training_file: 'file-1' }
const run = { assistant_id: 'asst_1' }
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

describe('POST /batches', () => {
  it('accepts input, endpoint and window', () => {
    expect(check('POST', '/batches', batch)).toBeUndefined()
  })

  it('accepts requests or a URL instead of a file', () => {
    const { input_file_id: _, ...rest } = batch
    expect(check('POST', '/batches', { ...rest, requests: [] })).toBeUndefined()
    expect(check('POST', '/batches', { ...rest, input_blob: 'https://a.example' })).toBeUndefined()
  })

  it('reports all missing fields at once', () => {
    expect(check('POST', '/batches', {})).toMatchObject({
      code: 'invalid_request',
      param: 'input_file_id',
      message: expect.stringMatching(/input_file_id.*endpoint.*completion_window/),
    })
  })

  it('requires a JSON object', () => {
    expect(check('POST', '/batches', '[]')).toMatchObject({ code: 'invalid_json' })
  })
})

describe('metadata: 16 pairs; key <= 64 chars; value <= 512 chars', () => {
  it.each([
    ['16 pairs', pairs(16)],
    ['a key of 64 characters', { ['k'.repeat(64)]: 'v' }],
    ['a value of 512 characters, however many units they take', { k: '😀'.repeat(512) }],
    ['none', null],
  ])('passes %s', (_, metadata) => {
    expect(check('POST', '/batches', { ...batch, metadata })).toBeUndefined()
    expect(check('POST', '/threads/runs', { ...run, metadata })).toBeUndefined()
    expect(check('POST', '/fine_tuning/jobs', { ...job, metadata })).toBeUndefined()
  })

  it.each([
    ['17 pairs', pairs(17), 'metadata'],
    ['a key of 65 characters', { ['k'.repeat(65)]: 'v' }, `metadata.${'k'.repeat(64)}`],
    ['a value of 513 characters', { k: 'v'.repeat(513) }, 'metadata.k'],
    ['a value that is no text', { k: 1 }, 'metadata.k'],
    ['a list', [], 'metadata'],
  ])('refuses %s and names the place', (_, metadata, param) => {
    for (const [path, body] of [
      ['/batches', batch],
      ['/fine_tuning/jobs', job],
      ['/threads/t/runs', run],
    ] as const)
      expect(check('POST', path, { ...body, metadata })).toMatchObject({ code: 'invalid_request', param })
  })
})

describe('POST /fine_tuning/jobs', () => {
  it.each([
    ['model', { training_file: 'f' }],
    ['training_file', { model: 'm' }],
    ['integrations', { ...job, integrations: Array(6).fill({ type: 'wandb' }) }],
    ['integrations', { ...job, integrations: 'wandb' }],
  ])('names %s', (param, body) => {
    expect(check('POST', '/fine_tuning/jobs', body)).toMatchObject({ code: 'invalid_request', param })
  })

  it('passes five integrations, and leaves suffix and method to the caller', () => {
    const integrations = Array(5).fill({ type: 'wandb' })
    expect(check('POST', '/fine_tuning/jobs', { ...job, integrations })).toBeUndefined()
  })
})

describe('runs', () => {
  it.each([
    ['assistant_id', {}],
    ['tools', { ...run, tools: Array(21).fill({ type: 'file_search' }) }],
    ['tools[0].type', { ...run, tools: [{ type: 'zzz' }] }],
    ['tools[1].type', { ...run, tools: [{ type: 'function' }, {}] }],
    ['tool_choice', { ...run, tool_choice: 'zzz' }],
    ['response_format', { ...run, response_format: 'zzz' }],
    ['truncation_strategy.last_messages', { ...run, truncation_strategy: { last_messages: 'x' } }],
    ['max_prompt_tokens', { ...run, max_prompt_tokens: 255 }],
    ['max_completion_tokens', { ...run, max_completion_tokens: 300.5 }],
  ])('name %s', (param, body) => {
    expect(check('POST', '/threads/runs', body)).toMatchObject({ code: 'invalid_request', param })
  })

  it.each([
    ...['none', 'auto', 'required', { type: 'function', function: { name: 'f' } }, null].map(value => ({
      tool_choice: value,
    })),
    ...['none', 'auto', { type: 'json_object' }, null].map(value => ({ response_format: value })),
    ...[{ type: 'auto' }, { type: 'last_messages', last_messages: 4 }, { last_messages: null }, null].map(
      value => ({ truncation_strategy: value }),
    ),
    { tools: [{ type: 'code_interpreter' }, { type: 'function', function: { name: 'f' } }] },
  ])('pass with %j', more => {
    expect(check('POST', '/threads/runs', { ...run, ...more })).toBeUndefined()
  })

  it('name the words that are accepted', () => {
    expect(check('POST', '/threads/runs', { ...run, tool_choice: 'zzz' })).toMatchObject({
      message: 'tool_choice must be none, auto or required.',
    })
  })

  it('pass with 20 tools and limits of 256', () => {
    const tools = Array(20).fill({ type: 'file_search' })
    const body = { ...run, tools, max_prompt_tokens: 256, max_completion_tokens: null }
    expect(check('POST', '/threads/runs', body)).toBeUndefined()
  })
})

describe('A page of a list', () => {
  it.each([
    '/batches',
    '/files',
    '/fine_tuning/jobs',
    '/fine_tuning/jobs/ft-1/events',
    '/fine_tuning/jobs/ft-1/checkpoints',
  ])('of %s is the provider’s to refuse', path => {
    for (const limit of ['0', '100', '1000', '-1', 'x'])
      expect(check('GET', `${path}?limit=${limit}`)).toBeUndefined()
  })

  it.each(['0', '101', '-1', '1.5', 'x', ''])(
    'of a list that the gateway writes has no limit of %s',
    limit => {
      const body = createBody(new Uint8Array(0))
      const call = matchResource('GET', `/batches?limit=${limit}`)
      expect(call && readResourceRequest(call, body)).toMatchObject({
        code: 'invalid_request',
        param: 'limit',
      })
    },
  )
})
