// Credentials of a source: none is copied, wherever it is written, and each has a reference of its own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { files, folders, ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SOURCES = join(ROOT, 'test/compiler/import/sources')
const isSource = (name: string): boolean => /\.(?:ya?ml|json|config)$/.test(name)

/** The files of the project by their paths, and the findings. */
async function importText(name: string, text: string) {
  const folder = temporaryFolder({ [name]: text })
  const { out, complaints } = await portolan(['import', name, '--to', 'out'], folder)
  const written = /^wrote .* to out: (.*)$/m.exec(complaints)?.[1]?.split(', ') ?? []
  const texts = written.map(file => readFileSync(join(folder, 'out', file), 'utf8'))
  return { manifest: texts[written.indexOf('gateway.yaml')] ?? '', texts, findings: out + complaints }
}

const FORMATS: readonly (readonly [format: string, name: string, text: string, keys: readonly string[]])[] = [
  [
    'LiteLLM',
    'config.yaml',
    `model_list:
  - { model_name: chat, litellm_params: { model: openai/gpt-6-sol, api_key: sk-first-0123456789 } }
  - { model_name: chat, litellm_params: { model: openai/gpt-6-sol, api_key: sk-second-0123456789 } }
  - { model_name: chat, litellm_params: { model: openai/gpt-6-sol, api_key: sk-first-0123456789 } }
  - { model_name: other, litellm_params: { model: openai/gpt-6-sol } }
`,
    // The last one reads OPENAI_API_KEY itself.
    ['OPENAI_API_KEY_2', 'OPENAI_API_KEY_3', 'OPENAI_API_KEY'],
  ],
  [
    'Portkey',
    'config.json',
    JSON.stringify({
      strategy: { mode: 'loadbalance' },
      targets: [
        { provider: 'openai', api_key: 'sk-first-0123456789' },
        { provider: 'openai', api_key: 'sk-second-0123456789' },
        { virtual_key: 'Open AI' },
        { virtual_key: 'open-ai' },
      ],
    }),
    ['OPENAI_API_KEY', 'OPENAI_API_KEY_2', 'OPEN_AI_API_KEY', 'OPEN_AI_2_API_KEY'],
  ],
  [
    'Bifrost',
    'config.json',
    JSON.stringify({
      providers: {
        openai: {
          keys: [
            { name: 'one', value: 'sk-first-0123456789', models: ['gpt-6-sol'], weight: 0.5 },
            { name: 'two', value: 'sk-second-0123456789', models: ['gpt-6-sol'], weight: 0.5 },
            { name: 'three', value: 'env.OPENAI_API_KEY', models: ['gpt-6-sol'], weight: 0.5 },
          ],
        },
      },
    }),
    ['OPENAI_API_KEY_2', 'OPENAI_API_KEY_3', 'OPENAI_API_KEY'],
  ],
  [
    'agentgateway',
    'config.yaml',
    `llm:
  models:
    - { name: one, provider: openAI, params: { model: gpt-6-sol, apiKey: sk-first-0123456789 } }
    - { name: two, provider: openAI, params: { model: gpt-6-sol, apiKey: sk-second-0123456789 } }
`,
    ['OPENAI_API_KEY', 'OPENAI_API_KEY_2'],
  ],
]

describe('Two keys never become one', () => {
  it.each(FORMATS)('of %s', async (_format, name, text, variables) => {
    const { manifest, findings } = await importText(name, text)
    const used = Array.from(manifest.matchAll(/api_key: "?\$\{env:(\w+)\}/g), ([, variable]) => variable)
    expect(used).toEqual(variables)
    expect(manifest + findings).not.toContain('0123456789')
    for (const variable of variables.filter(each => findings.includes(`Set it as ${each} `)))
      expect(manifest).toContain(variable)
  })

  it('also of MCP servers whose names are spelled alike', async () => {
    const { manifest } = await importText(
      'config.yaml',
      `model_list: []
mcp_servers:
  My Tools: { url: "https://one.example.com/mcp", auth_type: bearer_token, auth_value: first-0123456789 }
  my-tools: { url: "https://two.example.com/mcp", auth_type: bearer_token, auth_value: second-0123456789 }
`,
    )
    expect(manifest).toContain('https://one.example.com/mcp')
    expect(manifest).toContain('https://two.example.com/mcp')
    expect(manifest).toContain('${env:MY_TOOLS_TOKEN}')
    expect(manifest).toContain('${env:MY_TOOLS_TOKEN_2}')
  })
})

describe('A credential in an address', () => {
  it('of an MCP server becomes a header that refers to a variable, with a finding', async () => {
    const { manifest, findings } = await importText(
      'config.yaml',
      `model_list: []
mcp_servers:
  search: { url: "https://search.example.com/mcp?region=eu&apiKey=CANARY" }
  maps: { url: "https://user:CANARY@maps.example.com/mcp" }
`,
    )
    expect(manifest).toContain('url: https://search.example.com/mcp?region=eu\n')
    expect(manifest).toContain('x-api-key: "${env:SEARCH_APIKEY}"')
    expect(manifest).toContain('url: https://maps.example.com/mcp\n')
    expect(manifest).toContain('authorization: "Basic ${env:MAPS_BASIC_AUTH}"')
    for (const variable of ['SEARCH_APIKEY', 'MAPS_BASIC_AUTH']) expect(findings).toContain(variable)
    expect(manifest + findings).not.toContain('CANARY')
  })

  describe.each(folders(SOURCES))('in any address of %s', format => {
    const URLS = /https?:\/\/[\w.-]+[^\s"',)}\]]*/g
    it.each(files(join(SOURCES, format)).filter(isSource))('%s', async name => {
      const text = readFileSync(join(SOURCES, format, name), 'utf8')
      for (const changed of [
        text.replaceAll(URLS, url => url.replace('://', '://user:CANARY0@')),
        text.replaceAll(URLS, url => `${url}?api_key=CANARY1`),
      ]) {
        const { texts, findings } = await importText(name, changed)
        expect(texts.join('') + findings).not.toContain('CANARY')
      }
    })
  })
})
