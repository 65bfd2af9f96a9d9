// Models that a project names have lives: what has ended, and what ends within the days of notice, is told with its line, on a day.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLives } from '../../../schemas/life-files.ts'
import { dayOf } from '../../../schemas/values/model-life.ts'
import { portolan } from '../../support/command.ts'
import { folders, ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: "\${env:KEY}" }
  claude: { provider: anthropic, api_key: "\${env:KEY}" }
  gemini: { provider: google, api_key: "\${env:KEY}" }
  own: { provider: openai, custom_host: "https://models.example/v1", api_key: "\${env:KEY}" }
aliases:
  fast: "@openai/gpt-5-mini"
`

const CONFIG = `strategy: { mode: fallback }
targets:
  - provider: "@openai"
    override_params: { model: gpt-3.5-turbo }
  - provider: "@claude"
    override_params: { model: claude-sonnet-4-5 }
  - override_params: { model: "@gemini/gemini-2.5-flash" }
  - provider: "@own"
    override_params: { model: gpt-3.5-turbo }
  - provider: "@openai"
    override_params: { model: a-model-that-nobody-knows }
`

const project = (manifest = MANIFEST): string =>
  temporaryFolder({ 'gateway.yaml': manifest, 'configs/chat.yaml': CONFIG })

/** Place, severity, code and sentence of what is found about lives. */
async function findings(folder: string, day: string): Promise<readonly string[]> {
  const { out } = await portolan(['check', '--format', 'json', '--on', day], folder)
  const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Record<string, unknown>[] }
  return diagnostics
    .filter(({ code }) => ['ended-model', 'replaced-model', 'ending-model'].includes(String(code)))
    .map(({ file, line, severity, code, message }) => `${file}:${line} ${severity} ${code}: ${message}`)
}

const SONNET = 'Anthropic recommends "claude-sonnet-5-5".'
const GEMINI = 'Google Gemini recommends "gemini-3.5-flash-lite".'

describe('check', () => {
  it('says nothing of models that live, that nobody knows, and of hosts of somebody’s own', async () => {
    expect(await findings(project(), '2026-06-01')).toEqual([])
  })

  it('warns within 60 days of an end', async () => {
    const [first] = await findings(project(), '2026-08-24')
    expect(first).toBe(
      'configs/chat.yaml:4 warning ending-model: OpenAI stops serving "gpt-3.5-turbo" on 2026-10-23. OpenAI recommends "gpt-5.6-terra".',
    )
    expect(await findings(project(), '2026-08-23')).toEqual([])
  })

  it('reports an error from the day on which a provider refuses, and a warning where another model answers', async () => {
    expect(await findings(project(), '2026-11-29')).toEqual([
      'gateway.yaml:7 warning ending-model: OpenAI stops serving "gpt-5-mini" on 2026-12-11. OpenAI recommends "gpt-6.1-terra".',
      'configs/chat.yaml:4 error ended-model: OpenAI stopped serving "gpt-3.5-turbo" on 2026-10-23. OpenAI recommends "gpt-5.6-terra".',
      `configs/chat.yaml:6 warning ending-model: Anthropic stops serving "claude-sonnet-4-5" on 2026-11-30. ${SONNET}`,
      `configs/chat.yaml:7 warning ending-model: From 2026-12-01, Google Gemini answers requests for "gemini-2.5-flash" with "gemini-3.5-flash-lite", at its price. ${GEMINI}`,
    ])
    const ended = await findings(project(), '2026-12-01')
    expect(ended).toContain(
      `configs/chat.yaml:6 error ended-model: Anthropic stopped serving "claude-sonnet-4-5" on 2026-11-30. ${SONNET}`,
    )
    expect(ended).toContain(
      `configs/chat.yaml:7 warning replaced-model: Since 2026-12-01, Google Gemini answers requests for "gemini-2.5-flash" with "gemini-3.5-flash-lite", at its price. ${GEMINI}`,
    )
  })

  it('writes the successors of the vendors with --fix=all, and not with --fix', async () => {
    const folder = project()
    await portolan(['check', '--fix', '--on', '2026-12-20'], folder)
    expect(readFileSync(join(folder, 'configs/chat.yaml'), 'utf8')).toBe(CONFIG)
    const { code } = await portolan(['check', '--fix=all', '--on', '2026-12-20'], folder)
    expect(code).toBe(0)
    expect(readFileSync(join(folder, 'configs/chat.yaml'), 'utf8')).toBe(
      CONFIG.replace('gpt-3.5-turbo', 'gpt-5.6-terra')
        .replace('claude-sonnet-4-5', 'claude-sonnet-5-5')
        .replace('gemini-2.5-flash', 'gemini-3.5-flash-lite'),
    )
    expect(readFileSync(join(folder, 'gateway.yaml'), 'utf8')).toContain('fast: "@openai/gpt-6.1-terra"')
    expect(await findings(folder, '2026-12-20')).toEqual([])
  })

  it('is silent where rules turn it off', async () => {
    const rules = 'rules: { ended-model: off, replaced-model: off, ending-model: off }\n'
    expect(await findings(project(MANIFEST + rules), '2026-12-20')).toEqual([])
  })

  it('lowers the error where rules do', async () => {
    const found = await findings(project(`${MANIFEST}rules: { ended-model: warning }\n`), '2026-12-20')
    expect(found.filter(each => each.includes('ended-model')).map(each => each.split(':')[1])).toEqual([
      '7 warning ended-model',
      '4 warning ended-model',
      '6 warning ended-model',
    ])
  })

  it('takes a day, and nothing else', async () => {
    for (const day of ['2026-13-01', '2026-02-30', 'tomorrow', '2026-1-1', '']) {
      const { code, complaints } = await portolan(['check', '--on', day], project())
      expect([day, code]).toEqual([day, 64])
      expect(complaints).toContain('"--on" takes a day, such as 2027-01-15, or a number of days from today')
    }
  })

  it('takes a number of days from today', async () => {
    const on = async (day: string, today: string): Promise<string> =>
      (await portolan(['check', '--on', day], project(), {}, undefined, undefined, today)).complaints
    expect(await on('+60d', '2026-10-21')).toBe(await on('2026-12-20', '2026-10-21'))
    expect(await on('+0d', '2026-10-21')).not.toBe(await on('+60d', '2026-10-21'))
  })

  it('compares with today where no day is given', async () => {
    const { code } = await portolan(['check'], project(), {}, undefined, undefined, '2026-11-29')
    expect(code).toBe(1)
  })
})

it('prompts and semantic caches name models too', async () => {
  const folder = temporaryFolder({
    'gateway.yaml': `${MANIFEST}state: redis://127.0.0.1:6379/0
cache: { semantic: { provider: "@gemini", model: embedding-001 } }
`,
    'prompts/hello.yaml':
      'provider: "@claude"\nmodel: claude-sonnet-4-5\nmessages: [{ role: user, content: Hello }]\n',
    'prompts/other.yaml': 'model: "@openai/gpt-3.5-turbo"\nmessages: [{ role: user, content: Hello }]\n',
    'prompts/own.yaml': 'model: "@own/gpt-3.5-turbo"\nmessages: [{ role: user, content: Hello }]\n',
  })
  const found = await findings(folder, '2026-12-02')
  expect(found.map(each => each.split(':').slice(0, 2).join(':'))).toEqual([
    'gateway.yaml:7 warning ending-model',
    'gateway.yaml:9 error ended-model',
    'prompts/hello.yaml:2 error ended-model',
    'prompts/other.yaml:1 error ended-model',
  ])
})

/** Days for which the models of examples live at least, from the newest reading of a page on. */
const HALF_A_YEAR = 183

describe('examples', () => {
  const read = Object.values(readLives()).flatMap(({ sources }) => sources.map(source => source.read))
  const newest = read.toSorted().at(-1) ?? ''
  const day = dayOf(Date.parse(newest) + HALF_A_YEAR * 86_400_000)
  it.each(folders(`${ROOT}examples`))('%s names models that live for half a year more', async name => {
    const found = await findings(`${ROOT}examples/${name}`, day)
    expect(found.filter(each => !each.includes('ending-model'))).toEqual([])
  })
})

it('plans do not depend on a day', async () => {
  const compile = async (day: string): Promise<string> =>
    (await portolan(['compile', '--output', '-'], project(), {}, undefined, undefined, day)).out
  expect(await compile('2030-01-01')).toBe(await compile('2020-01-01'))
})
