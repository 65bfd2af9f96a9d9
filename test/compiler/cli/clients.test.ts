// `portolan clients`: the lines of SDKs for a project, and what its providers serve of them.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `listen: { port: 9000 }
providers:
  claude: { provider: anthropic, api_key: "\${env:KEY}" }
  chat: { provider: mistral, api_key: "\${env:KEY}" }
`

const run = (args: readonly string[], manifest: string | undefined = MANIFEST) =>
  portolan(['clients', ...args], temporaryFolder(manifest === '' ? {} : { 'gateway.yaml': manifest }))

interface Shown {
  readonly base: string
  readonly model: string
  readonly calls: readonly {
    readonly name: string
    readonly native: readonly string[]
    readonly translated: readonly string[]
  }[]
  readonly needed: readonly string[]
  readonly languages: readonly {
    readonly language: string
    readonly install?: string
    readonly code: string
  }[]
}

const shown = async (id: string, manifest = MANIFEST): Promise<Shown> =>
  JSON.parse((await run([id, '--format', 'json'], manifest)).out) as Shown

describe('an SDK for a project', () => {
  it('has the port of the manifest and a model of a provider that suits it', async () => {
    const { base, model, languages } = await shown('anthropic')
    expect([base, model]).toEqual(['http://127.0.0.1:9000', expect.stringMatching(/^@claude\/claude-sonnet/)])
    for (const { code } of languages) {
      expect(code).toContain(base)
      expect(code).toContain(model)
      expect(code).toContain('PORTOLAN_API_KEY')
    }
  })

  it('has the URL at which clients reach the gateway', async () => {
    const { base } = await shown('openai', `public_url: https://ai.example.com\n${MANIFEST}`)
    expect(base).toBe('https://ai.example.com/v1')
  })

  it('names the providers that serve each of its parts', async () => {
    const { calls } = await shown('openai')
    const served = new Map(calls.map(({ name, native, translated }) => [name, [native, translated]]))
    expect(served.get('chat.completions')).toEqual([['claude', 'chat'], []])
    expect(served.get('responses')).toEqual([[], ['claude', 'chat']])
    expect(served.get('embeddings')).toEqual([['chat'], []])
    expect(served.get('images.generate')).toEqual([[], []])
  })

  it('names a pool, not its members', async () => {
    const pool = `providers:
  shared:
    pool:
      members:
        a: { provider: openai, api_key: "\${env:A}" }
        b: { provider: openai, api_key: "\${env:B}" }
`
    const { calls, model } = await shown('openai', pool)
    expect(model).toMatch(/^@shared\/gpt-/)
    expect(calls[0]?.native).toEqual(['shared'])
  })

  it('of a vendor has bare names of its models, and says which provider it lacks', async () => {
    expect((await shown('mistral')).model).toMatch(/^mistral-/)
    expect((await shown('mistral')).needed).toEqual([expect.stringMatching(/^The gateway has no API keys/)])
    expect((await shown('cohere')).needed[0]).toBe('Cohere needs a stored provider of the kind "cohere".')
  })

  it('is only a program where a language is named', async () => {
    const { out, complaints, code } = await run(['openai', '--language', 'python'])
    expect(code).toBe(0)
    expect(out).toMatch(/^import os\nfrom openai import OpenAI\n[\s\S]*print\(reply[\s\S]*\)\n$/)
    expect(complaints).toMatch(/^The gateway has no API keys/)
  })

  it('is shown for a gateway at another address, also without a project', async () => {
    const { out } = await run(['openai', '--gateway', 'https://gw.example', '--language', 'curl'], '')
    expect(out).toMatch(/^curl -sS https:\/\/gw\.example\/v1\/chat\/completions/)
  })
})

describe('the list', () => {
  it('shows which SDKs reach a provider of the project', async () => {
    const { out } = await run(['--format', 'json'])
    const rows = JSON.parse(out) as readonly { readonly id: string; readonly missing?: string }[]
    const missing = rows.filter(each => each.missing !== undefined).map(({ id }) => id)
    expect(missing).toEqual(['cohere', 'elevenlabs', 'groq', 'replicate', 'voyage'])
  })
})

describe('mistakes', () => {
  it.each([
    [['opnai'], /"opnai" is not a known SDK\. Did you mean "openai"\?/],
    [
      ['openai', '--language', 'cobol'],
      /--language must be one of python, node, go, java, curl, and needs an SDK\./,
    ],
    [['voyage', '--language', 'go'], /Voyage AI has examples in python, not in go\./],
    [['openai', '--gateway', 'gw.example'], /must begin with https:/],
    [['openai', 'cohere'], /Name only one SDK\./],
  ])('%j', async (args, sentence) => {
    const { code, complaints } = await run(args)
    expect([code, complaints]).toEqual([64, expect.stringMatching(sentence)])
  })
})
