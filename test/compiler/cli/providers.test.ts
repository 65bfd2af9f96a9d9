// `portolan providers`: the catalog for people and as JSON.
import { describe, expect, it } from 'vitest'
import { providersCommand } from '../../../compiler/cli/commands/providers.ts'
import { formatProviderList, formatProviderPage } from '../../../compiler/cli/format-providers.ts'
import { knownModels } from '../../../compiler/facts/known-models.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'

const plain = (_role: unknown, text: string): string => text

/** Runs the command in this process; another test covers starting the process. */
async function portolan([, ...words]: readonly string[]) {
  const said = { out: '', complaints: '' }
  const at = words.indexOf('--format')
  const code = await providersCommand.run(
    at < 0 ? words : words.slice(0, at),
    { format: at < 0 ? 'pretty' : words[at + 1] },
    {
      writeStdout: text => {
        said.out += text
      },
      writeStderr: text => {
        said.complaints += text
      },
      paint: plain,
      progress: () => {},
      width: Number.POSITIVE_INFINITY,
      folder: '/',
      now: () => 0,
      today: () => '2026-06-01',
      environment: {},
    },
  )
  return { code, ...said }
}

const page = (row: ProviderSpec): string => formatProviderPage(row, knownModels(row), plain)

describe('providers', () => {
  it('lists every provider', async () => {
    const { code, out } = await portolan(['providers'])
    expect(code).toBe(0)
    const heads = out.split('\n').filter(line => /^\S/.test(line))
    expect(heads.map(line => line.split('  ', 1)[0])).toEqual(catalogue.map(({ id }) => id))
  })

  it('shows dialect, credentials, routes and capabilities', () => {
    const list = formatProviderList(catalogue, plain)
    const entry = list.split('\n\n').find(text => text.startsWith('snowflake  '))
    expect(entry).toBe(
      [
        'snowflake  Snowflake Cortex',
        '  dialect  compatible',
        '  needs    api_key, resource_name',
        '  serves   chat/completions, messages',
        '  can      tools, json-schema, images, reasoning, prompt-caching',
      ].join('\n'),
    )
  })

  it('fits into 100 columns', () => {
    const urls = /https:\/\/\S+/
    const lines = [formatProviderList(catalogue, plain), ...catalogue.map(page)].join('\n').split('\n')
    expect(lines.filter(line => line.length > 100 && !urls.test(line))).toEqual([])
  })

  it('--format json prints the providers', async () => {
    const { out } = await portolan(['providers', '--format', 'json'])
    expect(JSON.parse(out)).toEqual(catalogue)
  })
})

describe('providers NAME', () => {
  it('shows a provider in detail', () => {
    const row: ProviderSpec = {
      id: 'acme',
      name: 'Acme',
      aliases: ['acme-ai', 'coyote'],
      served: true,
      dialect: 'vendor',
      baseUrl: 'https://{resource_name}.acme.example/v1',
      auth: { form: 'header', name: 'authorization', scheme: 'Token' },
      headers: { 'x-version': '2' },
      credentials: [['api_key', 'resource_name']],
      routes: { embeddings: '/embeddings', rerank: '/v2/rerank' },
      renames: { top_n: 'top_k' },
      omits: ['user'],
      ranges: { temperature: { minimum: 0, maximum: 1 }, n: { maximum: 1 } },
      capabilities: ['tools', 'reasoning'],
      sources: ['https://acme.example/docs'],
    }
    const models = [{ id: 'road-runner', context: 8000, input: 0.5, output: 2 }, { id: 'anvil' }]
    expect(formatProviderPage(row, models, plain)).toBe(
      [
        'Acme (acme)',
        '  aliases      acme-ai, coyote',
        '  dialect      vendor',
        '  can          tools, reasoning',
        '  base URL     https://{resource_name}.acme.example/v1',
        '  key          authorization: Token KEY',
        '  credentials  api_key, resource_name',
        '  headers      x-version: 2',
        '  routes       embeddings  /embeddings',
        '               rerank      /v2/rerank',
        '  renames      top_n to top_k',
        '  omits        user',
        '  ranges       temperature from 0 to 1',
        '               n to 1',
        '  sources      https://acme.example/docs',
        '',
        'Models       context  input  output  cached',
        'road-runner     8000    0.5       2',
        'anvil',
        '',
        'Prices are in US dollars per million tokens; other models work as well.',
      ].join('\n'),
    )
  })

  it.each<readonly [string, string, RegExp]>([
    ['how the key is presented', 'deepgram', /key +authorization: Token KEY/],
    ['that nothing is translated', 'deepgram', /every path is passed through/],
    ['ranges', 'cerebras', /ranges +temperature from 0 to 1\.5/],
    ['what is omitted', 'mistral', /omits +logit_bias\n +logprobs/],
    ['defaults', 'anthropic', /defaults +max_tokens: 4096/],
    ['models with their contexts and prices', 'openai', /\ngpt-4o +128000 +2\.5 +10 +1\.25\n/],
    ['the unit of prices', 'voyage', /US dollars per million tokens/],
    ['settings and headers', 'openai', /settings +vendor_organization as the header openai-organization/],
    ['that the config sets the base URL', 'vllm', /base URL +set by the config: custom_host/],
    ['each set of credentials', 'bedrock', /cloud1_secret_access_key, cloud1_region\n +or api_key/],
  ])('tells %s (%s)', (_what, id, sentence) => {
    expect(catalogue.filter(row => row.id === id).map(page)).toEqual([expect.stringMatching(sentence)])
  })

  it('finds a provider by any alias', async () => {
    expect((await portolan(['providers', 'kimi'])).out).toMatch(/^Moonshot AI \(moonshot\)/)
  })

  it('--format json prints the provider with its models', async () => {
    const { out } = await portolan(['providers', 'mock', '--format', 'json'])
    expect(JSON.parse(out)).toMatchObject({
      id: 'mock',
      models: [{ id: 'echo' }, { id: 'tools' }, { id: 'json' }],
    })
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    [
      'an unknown name suggests the closest',
      ['antropic'],
      /Unknown provider "antropic"\. Did you mean "anthropic"\?/,
    ],
    ['two names', ['openai', 'groq'], /Name only one provider/],
    ['an unknown format', ['--format', 'xml'], /pretty or json/],
  ])('%s: a sentence and 64', async (_title, words, sentence) => {
    const { code, complaints } = await portolan(['providers', ...words])
    expect([code, complaints]).toEqual([64, expect.stringMatching(sentence)])
  })
})
