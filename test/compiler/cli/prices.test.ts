// `portolan prices`: what models cost, and why some have no price.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers: { main: { provider: openai, api_key: "\${env:KEY}" } }
prices:
  - provider: openai
    model: gpt-4o
    input: 9
    cache_writes: 11
    above: [{ tokens: 1000, input: 10 }]
    service_tiers: { flex: { input: 4 } }
    from: "2026-01-01"
  - { provider: ollama, model: "*", input: 0 }
`
const empty = (): string => temporaryFolder({})
const project = (): string =>
  temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': 'provider: "@main"\n' })

async function said(folder: string, ...args: readonly string[]) {
  const { code, out, complaints } = await portolan(['prices', ...args], folder)
  return { code, text: `${out}${complaints}`.trim() }
}

describe('prices', () => {
  it('of a model, by unit, size and tier, with where they are from, in 80 columns', async () => {
    const { code, text } = await said(empty(), 'gpt-5.4-2026-03-05', '--provider', 'openai')
    expect([code, text]).toEqual([
      0,
      [
        'gpt-5.4-2026-03-05 at openai',
        '  price                 of the built-in list, read on 2026-11-10, as',
        '                        openai/gpt-5.4, by its family, whose dates have one',
        '                        price',
        '  per million tokens    input 2.5, cached 0.25, output 15',
        '  for one, in dollars   per_search 0.01',
        '  above 272000 tokens   input 5, cached 0.5, output 22.5',
        '  flex                  input 1.25, cached 0.125, output 7.5, per_search 0.01',
        '  priority              input 5, cached 0.5, output 30',
        '  batch                 input 1.25, cached 0.125, output 7.5, per_search 0.01',
      ].join('\n'),
    ])
  })

  it('of the manifest first, also by the beginning of a name', async () => {
    const { text } = await said(project(), 'gpt-4o')
    expect(text.split('\n').slice(0, 5)).toEqual([
      'gpt-4o at openai',
      '  price                 of the manifest (gateway.yaml:3), for gpt-4o',
      '  per million tokens    input 9, cache_writes 11',
      '  above 1000 tokens     input 10',
      '  flex                  input 4',
    ])
    expect(text).toContain('gpt-4o at azure')
    expect((await said(project(), 'my-own-model')).text).toContain(
      'my-own-model at ollama\n  price                 of the manifest (gateway.yaml:10), for *\n  per million tokens    input 0',
    )
  })

  it.each([
    [
      'gpt-4o-2027-01-01',
      'openai',
      'the list has several prices for the dates of this\nmodel, and not for this one.',
    ],
    ['command-r-plus-04-2024', 'cohere', 'the list has one date of this model, and not'],
    ['magistral-small-latest', 'mistral', 'what this alias names changes'],
    ['ft:gpt-5-2025-08-07:org::id', 'openai', 'the list has no price of fine-tuned\nmodels of this kind.'],
    ['eu.amazon.nova-lite-v1:0', 'bedrock', 'the list has the price of another region\nonly.'],
    ['home-made', 'openai', 'the list has no such name.'],
  ])('say why %s has none', async (model, provider, because) => {
    const { code, text } = await said(empty(), model, '--provider', provider)
    expect(code).toBe(1)
    expect(text).toContain(because)
    expect(text).toContain(`prices: [{ provider: ${provider}, model: "${model}", input: 0, output: 0 }]`)
    expect(
      Math.max(
        ...text
          .split('\n')
          .slice(0, -1)
          .map(line => line.length),
      ),
    ).toBeLessThanOrEqual(80)
  })

  it.each([
    ['has ended', 'dall-e-3', '2026-11-29', 'OpenAI stopped serving "dall-e-3" on 2026-05-12.'],
    ['ends soon', 'tts-1', '2026-11-29', 'OpenAI stops serving "tts-1" on 2027-01-06.'],
    [
      'ends on the day that is asked for',
      'tts-1',
      '2027-01-06',
      'OpenAI stopped serving "tts-1" on 2027-01-06.',
    ],
  ])('of a model that %s say so', async (_title, model, day, sentence) => {
    const { text } = await said(empty(), model, '--provider', 'openai', '--on', day)
    expect(text).toContain(sentence)
  })

  it('of a model that lives say nothing of its end', async () => {
    const { text } = await said(empty(), 'gpt-6.1-sol', '--provider', 'openai', '--on', '2026-11-29')
    expect(text).not.toMatch(/stops|stopped/)
  })

  it('of a whole provider are a table in 80 columns', async () => {
    for (const provider of ['bedrock', 'openai', 'openrouter', 'azure', 'cloudflare']) {
      const { code, text } = await said(empty(), '--provider', provider)
      expect(code).toBe(0)
      expect(text).not.toContain('regional.')
      expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(80)
    }
    expect((await said(project())).text).toMatch(/^openai +gpt-4o +9 +- +11 +- +\+$/m)
    expect((await said(empty())).text).toContain('The manifest has no prices.')
  })

  it('are JSON with --json', async () => {
    const { text } = await said(empty(), 'whisper-1', '--provider', 'openai', '--json')
    expect(JSON.parse(text)).toMatchObject({
      prices: [
        { provider: 'openai', model: 'whisper-1', per_second: 0.0001, by: 'name', dated: '2026-11-10' },
      ],
      unpriced: [],
    })
  })

  it('beside a published list are counted by provider, and shown of one', async () => {
    const folder = empty()
    const cost = { input: 2.5, output: 11 }
    writeFileSync(
      join(folder, 'list.json'),
      JSON.stringify({ openai: { a: { id: 'gpt-4o', cost }, b: { id: 'home-made', cost } } }),
    )
    const all = await said(folder, '--compare', 'list.json')
    expect([all.code, all.text]).toEqual([
      1,
      [
        'PROVIDER  EQUAL  DIFFERING  UNKNOWN',
        'openai        0          1        1',
        '',
        'Models: 0 equal, 1 differing, 1 unknown. --provider NAME shows which.',
        '1 unknown: the list has no such name.',
      ].join('\n'),
    ])
    const one = await said(folder, '--compare', 'list.json', '--provider', 'openai')
    expect(one.text).toContain(
      'gpt-4o  output    10    11\n\nWithout a price here, since the list has no such name:\n  home-made',
    )
    const json = JSON.parse((await said(folder, '--compare', 'list.json', '--json')).text)
    expect(json).toMatchObject({ unknown: ['openai home-made'], differences: [{ ours: 10, theirs: 11 }] })
    writeFileSync(join(folder, 'list.json'), '{}')
    for (const args of [['list.json'], ['no.json'], ['list.json', 'gpt-4o']])
      expect((await said(folder, '--compare', ...args)).code).toBe(64)
  })

  it('of an unknown provider are a usage error', async () => {
    expect(await said(empty(), 'gpt-4o', '--provider', 'opanai')).toMatchObject({
      code: 64,
      text: expect.stringContaining('Did you mean "openai"?'),
    })
  })
})
