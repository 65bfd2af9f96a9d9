// Commands that watch a folder compile it again after each change: the same findings and bytes as a new process, whatever
// was changed on the disk, and however soon.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CompileMemory, compileGroups } from '../../../compiler/cli/compile-groups.ts'
import { createTerminal } from '../../../compiler/cli/terminal.ts'
import { toJsonDiagnostics } from '../../../compiler/diagnostics/json.ts'
import { PORTOLAN, start } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers:\n  main: { provider: openai, api_key: "${env:K}" }\n'
const CHECK = (hook: string): string => `import { defineCheck } from 'portolan'
export default defineCheck({
  hooks: ['${hook}'],
  schema: { title: 'Mine', description: 'It passes.', properties: {} },
  link: () => () => ({ passed: true }),
})
`
const MADE =
  "import { model } from './_parts.ts'\nexport default { provider: '@main', override_params: { model } }\n"
const FILES = {
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': 'provider: "@main"\n',
  'prompts/greeting.yaml': 'messages: [{ role: user, content: "Hello, {{>footer}}" }]\n',
  'prompts/partials/footer.txt': 'bye',
}

async function compiled(folder: string, memory?: CompileMemory): Promise<string> {
  const silent = { write: () => true }
  const groups = await compileGroups(
    [],
    'check',
    createTerminal(
      { stdout: silent, stderr: silent, env: {} },
      folder,
      () => 0,
      () => '2026-06-01',
    ),
    memory,
  )
  if (typeof groups === 'number') return String(groups)
  return JSON.stringify(
    groups.map(({ bundle, diagnostics }) => ({ bundle, diagnostics: toJsonDiagnostics(diagnostics) })),
    null,
    1,
  )
}

/** Each edit: the files that it writes, or removes. */
const EDITS: readonly (readonly [title: string, files: Readonly<Record<string, string | undefined>>])[] = [
  ['nothing', {}],
  ['a config', { 'configs/chat.yaml': 'provider: "@main"\nretry: { attempts: 2 }\n' }],
  [
    'a config, with as many characters',
    { 'configs/chat.yaml': 'provider: "@main"\nretry: { attempts: 3 }\n' },
  ],
  ['a mistake in a config', { 'configs/chat.yaml': 'provider: "@mian"\n' }],
  ['a new provider, which the mistake named', { 'gateway.yaml': MANIFEST.replace('main', 'mian') }],
  ['both back', { 'gateway.yaml': MANIFEST, 'configs/chat.yaml': FILES['configs/chat.yaml'] }],
  [
    'a TypeScript config',
    { 'configs/made.ts': MADE, 'configs/_parts.ts': "export const model = 'gpt-6-sol'\n" },
  ],
  ['what a TypeScript config imports', { 'configs/_parts.ts': "export const model = 'gpt-6.1-sol'\n" }],
  ['a mistake in what it imports', { 'configs/_parts.ts': 'export const model = 5\n' }],
  ['without what it imports', { 'configs/_parts.ts': undefined }],
  ['it is there again', { 'configs/_parts.ts': "export const model = 'gpt-6.1-sol'\n" }],
  ['no TypeScript config', { 'configs/made.ts': undefined }],
  ['a partial of prompts', { 'prompts/partials/footer.txt': 'see you' }],
  ['without the partial', { 'prompts/partials/footer.txt': undefined }],
  ['a second manifest', { 'gateway.json': '{}' }],
  ['one manifest, in JSON', { 'gateway.yaml': undefined }],
  [
    'without a partial in the prompt',
    { 'prompts/greeting.yaml': 'messages: [{ role: user, content: Hello }]\n' },
  ],
  ['a config less', { 'gateway.yaml': MANIFEST, 'gateway.json': undefined, 'configs/chat.yaml': undefined }],
  [
    'a custom check',
    { 'gateway.yaml': `${MANIFEST}checks: { acme.mine: ./mine.ts }\n`, 'mine.ts': CHECK('request') },
  ],
  ['its module', { 'mine.ts': CHECK('reply') }],
]

describe('a folder that is compiled again', () => {
  it('gives what a new compilation gives, after each edit', async () => {
    const folder = temporaryFolder(FILES)
    const memory: CompileMemory = new Map()
    const seen = new Set<string>()
    for (const [title, files] of EDITS) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        if (text === undefined) rmSync(join(folder, name))
        else writeFileSync(join(folder, name), text)
      }
      const whole = await compiled(folder)
      expect(await compiled(folder, memory), title).toBe(whole)
      seen.add(whole)
    }
    expect(seen.size, 'the edits matter').toBeGreaterThan(12)
  })

  it('check --watch reports a mistake when it is made, and when it is gone', async () => {
    const folder = temporaryFolder(FILES)
    const { child, waitForOutput, finished } = start(
      PORTOLAN,
      ['check', '--watch', '--format', 'one-line'],
      folder,
    )
    await waitForOutput(/waiting for changes/)
    writeFileSync(join(folder, 'configs/chat.yaml'), 'provider: "@mian"\n')
    await waitForOutput(/chat\.yaml:1:11: error: .*\[unknown-slug\]/)
    child.kill('SIGTERM')
    expect((await finished).code).toBe(0)
  })
})
