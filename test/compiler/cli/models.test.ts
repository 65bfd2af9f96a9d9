// `portolan models`: the models that a project names, by the day on which they end.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FILES = {
  'gateway.yaml': `providers:
  openai: { provider: openai, api_key: "\${env:KEY}" }
  claude: { provider: anthropic, api_key: "\${env:KEY}" }
  own: { provider: openai, custom_host: "https://models.example/v1", api_key: "\${env:KEY}" }
aliases:
  fast: "@openai/gpt-5-mini"
state: redis://127.0.0.1:6379/0
cache: { semantic: { provider: "@openai", model: text-embedding-3-small } }
`,
  'configs/chat.yaml': `strategy: { mode: fallback }
targets:
  - provider: "@claude"
    override_params: { model: claude-sonnet-4-5 }
  - override_params: { model: "@openai/gpt-3.5-turbo" }
  - { provider: "@own", override_params: { model: gpt-3.5-turbo } }
  - { provider: "@openai", override_params: { model: a-model-that-nobody-knows } }
`,
  'configs/again.yaml': `provider: "@claude"
override_params: { model: claude-sonnet-4-5 }
`,
  'prompts/hello.yaml': `provider: "@openai"
model: gpt-5-mini
messages: [{ role: user, content: Hello }]
`,
}

const run = (args: readonly string[], day = '2026-11-29', files: Readonly<Record<string, string>> = FILES) =>
  portolan(['models', ...args], temporaryFolder(files), {}, undefined, undefined, day)

interface Row {
  readonly model: string
  readonly provider: string
  readonly phase: string
  readonly used_by: readonly string[]
  readonly terms: { readonly input?: number; readonly context?: number }
  readonly next?: { readonly model: string; readonly input?: number }
}

describe('models of a project', () => {
  it('are listed by the day on which they end, with what names them', async () => {
    const { out, code } = await run(['--format', 'json'])
    const rows = JSON.parse(out) as readonly Row[]
    expect(code).toBe(0)
    expect(rows.map(({ model, phase, used_by }) => [model, phase, used_by.toSorted()])).toEqual([
      ['gpt-3.5-turbo', 'ended', ['config chat']],
      ['claude-sonnet-4-5', 'ending', ['config again', 'config chat']],
      ['gpt-5-mini', 'ending', ['alias fast', 'prompt hello']],
      ['a-model-that-nobody-knows', 'unknown', ['config chat']],
      expect.arrayContaining(['text-embedding-3-small', ['semantic cache']]),
    ])
  })

  it('have a price and a context, and so has what takes their place', async () => {
    const { out } = await run(['--format', 'json'])
    const [, sonnet] = JSON.parse(out) as readonly Row[]
    expect([sonnet?.terms.input, sonnet?.terms.context]).toEqual([3, 200_000])
    expect([sonnet?.next?.model, typeof sonnet?.next?.input]).toEqual(['claude-sonnet-5-5', 'number'])
  })

  it('are a table with the days that are left', async () => {
    const { out } = await run([])
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^ends +model +provider +then +\$ per million, context +used by$/)
    expect(lines[1]).toMatch(/^2026-10-23 \(ended\) +gpt-3\.5-turbo +openai +refused, use gpt-5\.6-terra /)
    expect(lines[2]).toMatch(/^2026-11-30 \(1 day\) +claude-sonnet-4-5 +anthropic /)
  })

  it('are looked at on another day with --on', async () => {
    const { out } = await run(['--on', '2026-11-01'])
    expect(out).toContain('2026-11-30 (29 days)')
  })

  it('are a calendar, whose lines are short and end as RFC 5545 has it', async () => {
    const { out } = await run(['--format', 'ics'])
    expect(out.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    expect(out).toContain(
      '\r\nDTSTART;VALUE=DATE:20261130\r\nSUMMARY:claude-sonnet-4-5 ends at anthropic\r\n',
    )
    for (const line of out.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(out.replaceAll('\r\n', '')).not.toContain('\n')
    expect(out.replaceAll('\r\n ', '')).toContain(
      'DESCRIPTION:refused\\, use claude-sonnet-5-5. Used by config',
    )
  })

  it('may be none', async () => {
    const { out, code } = await run([], '2026-11-29', {
      'gateway.yaml': 'providers: { mock: { provider: mock } }\n',
      'configs/any.yaml': 'provider: "@mock"\n',
    })
    expect([code, out]).toEqual([0, 'The project names no models: its callers do.\n'])
  })
})

describe('one model', () => {
  it('is shown at every provider that announces its life, with the source', async () => {
    const { out, code } = await run(['claude-sonnet-4-5'])
    expect(code).toBe(0)
    expect(out).toMatch(/^claude-sonnet-4-5 at anthropic\n(?: .*\n)* {2}ends {7}2026-11-30 \(1 day\)\n/)
    expect(out).toMatch(/ {2}source {5}https:\/\/\S+, as of 20\d\d-\d\d-\d\d/)
  })

  it('is found by its other names, and in a region of Bedrock', async () => {
    const { out } = await run(['us.anthropic.claude-sonnet-4-5-20250929-v1:0', '--format', 'json'])
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ provider: 'bedrock', phase: 'living' })])
  })

  it('is unknown with a name that is near', async () => {
    const { out, code } = await run(['claude-sonnet-4-6x'])
    expect(code).toBe(1)
    expect(out).toContain('No life of "claude-sonnet-4-6x" is known. Did you mean "claude-sonnet-4-6"?')
  })

  it.each([
    [['a', 'b'], 'Name only one model.'],
    [
      ['--on', 'soon'],
      '"--on" takes a day, such as 2027-01-15, or a number of days from today, such as +60d.',
    ],
    [['--format', 'xml'], '--format must be pretty, json or ics.'],
    [['gpt-5', '--format', 'ics'], 'A calendar is of a project: leave out the model.'],
  ])('%j is refused', async (args, sentence) => {
    const { code, complaints } = await run(args)
    expect([code, complaints.split('\n')[0]]).toEqual([64, sentence])
  })
})
