// Prompts whose long constant text is behind a variable, and prompts that must not be reported, as a table.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  anthropic: { provider: anthropic, api_key: "\${env:ANTHROPIC_API_KEY}" }
  mock: { provider: mock }
  compatible: { provider: openai, api_key: "\${env:OPENAI_API_KEY}", custom_host: "https://llm.example.com/v1" }
`

/** So many letters of text, which are a quarter of the tokens. */
const letters = (count: number): string => 'constant '.repeat(Math.ceil(count / 9)).slice(0, count)

interface PromptCase {
  readonly title: string
  readonly model?: string
  readonly variables?: object
  readonly messages: readonly (readonly [role: string, content: string])[]
  readonly partial?: string
  /** Columns of what is reported. */
  readonly found: boolean
}

const QUESTION = { question: { type: 'string' } }

const CASES: readonly PromptCase[] = [
  {
    title: '1,024 tokens behind a variable at OpenAI',
    messages: [['system', `You help {{question}}. ${letters(4096)}`]],
    found: true,
  },
  {
    title: 'less than OpenAI caches',
    messages: [['system', `You help {{question}}.${letters(4094)}`]],
    found: false,
  },
  {
    title: '4,096 tokens at Anthropic',
    model: '@anthropic/claude-sonnet-5-5',
    messages: [['system', `You help {{question}}. ${letters(4 * 4096)}`]],
    found: true,
  },
  {
    title: 'less than every model of Anthropic caches',
    model: '@anthropic/claude-sonnet-5-5',
    messages: [['system', `You help {{question}}.${letters(4 * 4096 - 2)}`]],
    found: false,
  },
  {
    title: 'a provider without a cache',
    model: '@mock/echo',
    messages: [['system', `{{question}} ${letters(40_000)}`]],
    found: false,
  },
  {
    title: 'a host of its own with less than every vendor caches',
    model: '@compatible/llm',
    messages: [['system', `{{question}} ${letters(8_000)}`]],
    found: false,
  },
  {
    title: 'constant text before the variable',
    messages: [
      ['system', letters(8_000)],
      ['user', '{{question}}'],
    ],
    found: false,
  },
  {
    title: 'constant text in later messages',
    messages: [
      ['system', 'You help {{question}}.'],
      ['user', letters(2_500)],
      ['assistant', letters(2_500)],
    ],
    found: true,
  },
  {
    title: 'constant text in a partial',
    messages: [['system', '{{question}} {{>part}}']],
    partial: letters(5_000),
    found: true,
  },
  {
    title: 'a variable in a partial before constant text',
    messages: [['system', `{{>part}} ${letters(5_000)}`]],
    partial: 'You help {{question}}.',
    found: true,
  },
  {
    title: 'a variable with a default, which it mostly has',
    variables: { tone: { type: 'string', default: 'patient' }, ...QUESTION },
    messages: [
      ['system', `Be {{tone}}. ${letters(8_000)}`],
      ['user', '{{question}}'],
    ],
    found: false,
  },
  {
    title: 'a section of a boolean',
    variables: { formal: { type: 'boolean' }, ...QUESTION },
    messages: [
      ['system', `{{#formal}}Be formal.{{/formal}} ${letters(8_000)}`],
      ['user', '{{question}}'],
    ],
    found: false,
  },
  {
    title: 'text that only some values render',
    messages: [['system', `{{question}} {{#question}}${letters(8_000)}{{/question}}`]],
    found: false,
  },
]

describe('varying-prefix', () => {
  it.each(CASES)('$found for $title', async each => {
    const { model = '@openai/gpt-6-sol', variables = QUESTION, messages, partial, found } = each
    const prompt = {
      model,
      variables,
      messages: messages.map(([role, content]) => ({ role, content })),
    }
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'prompts/support.json': JSON.stringify(prompt),
      ...(partial === undefined ? {} : { 'prompts/partials/part.txt': partial }),
    })
    const { out, code } = await portolan(['check', '.', '--format', 'one-line'], folder)
    expect([code, out.includes('[varying-prefix]')]).toEqual([0, found])
  })

  it('names the tag, and can be turned off', async () => {
    const files = {
      'gateway.yaml': MANIFEST,
      'prompts/support.yaml': `model: "@openai/gpt-6-sol"\nvariables: { question: {} }\nmessages:\n  - role: system\n    content: "You help {{question}}. ${letters(5_000)}"\n`,
    }
    const { out } = await portolan(['check', '.', '--format', 'one-line'], temporaryFolder(files))
    expect(out).toContain('support.yaml:5:24')
    expect(out).toContain('about 1,250 tokens of constant text')
    const silent = { ...files, 'gateway.yaml': `${MANIFEST}rules: { varying-prefix: off }\n` }
    expect(
      (await portolan(['check', '.', '--format', 'one-line'], temporaryFolder(silent))).out,
    ).not.toContain('varying-prefix')
  })
})
