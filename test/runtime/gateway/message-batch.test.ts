// Batches of Anthropic's clients, whose items name their models.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const kept = {
  id: 'kept',
  hash: `sha256:${sha256('kept')}`,
  defaults: { config: 'chat' },
  allow_config_override: false,
}
const MANIFEST = {
  providers: {
    claude: { provider: 'anthropic', api_key: '${env:ONE}' },
    other: { provider: 'anthropic', api_key: '${env:TWO}' },
  },
  aliases: { fast: '@claude/claude-haiku-4-5', slow: '@other/claude-opus-4-8', bare: 'claude-sonnet-5-5' },
  api_keys: [{ id: 'free', hash: `sha256:${sha256('free')}` }, kept],
}

const create = async (
  models: readonly unknown[],
  { headers = {}, manifest = {}, key = 'free' }: { headers?: object; manifest?: object; key?: string } = {},
) => {
  const { call, upstream } = createHarness({
    manifest: { ...MANIFEST, ...manifest },
    configs: { chat: { provider: '@claude' } },
    environment: { ONE: 'one', TWO: 'two' },
    script: [{ status: 200, body: { id: 'msgbatch_1', type: 'message_batch' } }],
  })
  const requests = models.map((model, index) => ({
    custom_id: `${index}`,
    params: { model, max_tokens: 9, messages: [] },
  }))
  const { status, json } = await call({
    path: '/messages/batches?beta=true',
    headers: { 'x-gateway-api-key': key, 'anthropic-version': '2023-06-01', ...headers },
    body: { requests, kept: true },
  })
  const [sent] = upstream.sent
  const body = sent?.json as typeof json & {
    requests: readonly { params: { model: unknown } }[]
    kept: boolean
  }
  const error = (json as { error?: { message: string } }).error?.message
  return sent === undefined
    ? { status, error }
    : {
        key: sent.headers[sent.headers.indexOf('x-api-key') + 1],
        models: body.requests.map(({ params }) => params.model),
        others: [body.kept, Object.keys(body).length],
      }
}
const sentTo = (key: string, ...models: readonly unknown[]) => ({ key, models, others: [true, 2] })

describe('A batch of messages', () => {
  it.each<readonly [string, readonly unknown[], object, object]>([
    [
      'goes to the provider of its items, without the slug',
      ['@other/claude-haiku-4-5', '@other/claude-opus-4-8'],
      {},
      sentTo('two', 'claude-haiku-4-5', 'claude-opus-4-8'),
    ],
    [
      'resolves aliases',
      ['fast', '@claude/claude-opus-4-8'],
      {},
      sentTo('one', 'claude-haiku-4-5', 'claude-opus-4-8'),
    ],
    [
      'has bare models of the provider that another item names',
      ['claude-haiku-4-5', 'slow'],
      {},
      sentTo('two', 'claude-haiku-4-5', 'claude-opus-4-8'),
    ],
    [
      'loses slugs where a header names the provider',
      ['@claude/claude-haiku-4-5'],
      { headers: { 'x-gateway-provider': '@claude' } },
      sentTo('one', 'claude-haiku-4-5'),
    ],
    [
      'goes to the default provider otherwise',
      ['bare', 'claude-opus-4-8'],
      { manifest: { defaults: { provider: '@other' } } },
      sentTo('two', 'claude-sonnet-5-5', 'claude-opus-4-8'),
    ],
    ['leaves what names no model to the provider', [7, 'fast'], {}, sentTo('one', 7, 'claude-haiku-4-5')],
  ])('%s', async (_title, models, more, expected) => {
    expect(await create(models, more)).toEqual(expected)
  })

  it('is refused if its items are of two providers', async () => {
    expect(await create(['@claude/claude-haiku-4-5', 'claude-opus-4-8', 'slow'])).toEqual({
      status: 400,
      error:
        'requests[2].params.model is of the provider "@other", and requests[0].params.model of "@claude". A batch is processed by one provider: create one for each.',
    })
  })

  it('names no provider for a key that has one config', async () => {
    expect(await create(['@other/claude-haiku-4-5'], { key: 'kept' })).toMatchObject({ status: 403 })
    expect(await create(['fast'], { key: 'kept' })).toMatchObject({ key: 'one', models: ['fast'] })
  })
})
