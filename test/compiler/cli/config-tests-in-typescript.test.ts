// Tests of configs in TypeScript: run and checked as those in YAML are, in the sandbox of configs, with the places of mistakes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const FILES = {
  'gateway.yaml': 'providers:\n  openai: { provider: openai, api_key: "${env:K}" }\n',
  'configs/chat.yaml': 'provider: "@openai"\n',
}
const folderWith = (tests: string, more: Readonly<Record<string, string>> = {}): string =>
  temporaryFolder({ ...FILES, 'configs/chat.test.ts': tests, ...more })
const defined = (text: string): string =>
  `import { defineTests } from 'portolan'\nexport default defineTests(${text})\n`
const PASSES = defined(
  "{ cases: [200, 418].map(status => ({ name: `${status}`, upstreams: { '*': { status } }, expect: { status } })) }",
)

describe('tests of configs in TypeScript', () => {
  it('run case by case', async () => {
    const { code, complaints } = await portolan(['test'], folderWith(PASSES))
    expect(complaints).toContain('2 passed')
    expect(code).toBe(0)
  })

  it('import parts of the project, by which failures are located', async () => {
    const parts =
      "import type { ConfigTests } from 'portolan'\nexport const met: ConfigTests['cases'][number]['expect'] = { status: 201 }\n"
    const tests = `import { met } from './_met.ts'\n${defined("{ cases: [{ name: 'one', expect: met }] }")}`
    const { code, out } = await portolan(
      ['test', '--format', 'one-line'],
      folderWith(tests, { 'configs/_met.ts': parts }),
    )
    expect(out).toMatch(/^configs\/_met\.ts:2:\d+: error: .*\[unmet-expectation\]/m)
    expect(code).toBe(1)
  })

  it('cannot reach the machine', async () => {
    const { out, code } = await portolan(
      ['test', '--format', 'one-line'],
      folderWith(`import { readFileSync } from 'node:fs'\n${PASSES}`),
    )
    expect(out).toMatch(/^configs\/chat\.test\.ts:1:30: error: .*"node:fs".*\[missing-import\]/m)
    expect(code).toBe(1)
  })

  it('are not updated, and that is said', async () => {
    const tests = defined("{ cases: [{ name: 'one' }] }")
    const { complaints } = await portolan(['test', '--update'], folderWith(tests))
    expect(complaints).toContain('configs/chat.test.ts cannot be updated, because it is a program')
  })

  it('of custom checks are left to other tools', async () => {
    const folder = folderWith(PASSES, {
      'checks/tone.test.ts': "import { test } from 'node:test'\ntest('x', () => {})\n",
    })
    expect((await portolan(['test'], folder)).complaints).toContain('2 passed')
    expect((await portolan(['check'], folder)).code).toBe(0)
  })
})

describe('check reads test files', () => {
  const mistakes: Readonly<Record<string, readonly [file: string, text: string, expected: RegExp]>> = {
    'an unknown config in TypeScript': [
      'configs/chat.test.ts',
      defined("{ config: 'chta', cases: [{ name: 'one', expect: { status: 200 } }] }"),
      /^configs\/chat\.test\.ts:2:38: error: .*"chta".*"chat".*\[unknown-test-config\]/m,
    ],
    'a wrong type in TypeScript': [
      'configs/chat.test.ts',
      defined("{ cases: [{ name: 'one', expect: { status: '200' } }] }"),
      /^configs\/chat\.test\.ts:2:71: error: .*\[wrong-type\]/m,
    ],
    'an unknown property in TypeScript': [
      'configs/chat.test.ts',
      defined("{ cases: [{ name: 'one', expects: { status: 200 } }] }"),
      /^configs\/chat\.test\.ts:2:53: error: .*"expects".*\[unknown-property\]/m,
    ],
    'a file that is named after no config': [
      'configs/chta.test.yaml',
      'cases:\n  - { name: one, expect: { status: 200 } }\n',
      /^configs\/chta\.test\.yaml:1:1: error: .*\[unknown-test-config\]/m,
    ],
    'an unknown provider in YAML': [
      'configs/chat.test.yaml',
      'cases:\n  - { name: one, upstreams: { "@opnai": { status: 500 } } }\n',
      /^configs\/chat\.test\.yaml:2:31: error: .*\[unknown-test-target\]/m,
    ],
  }
  for (const [title, [file, text, expected]] of Object.entries(mistakes))
    it(title, async () => {
      const folder = temporaryFolder({ ...FILES, [file]: text })
      const { code, out } = await portolan(['check', '--format', 'one-line'], folder)
      expect(out).toMatch(expected)
      expect(code).toBe(1)
    })

  it('beside a config with errors, which is not an unknown one', async () => {
    const folder = temporaryFolder({ ...FILES, 'configs/chat.test.ts': PASSES })
    writeFileSync(join(folder, 'configs/chat.yaml'), 'provider: "@opnai"\n')
    const { out } = await portolan(['check', '--format', 'one-line'], folder)
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(out).toContain('unknown-slug')
  })

  it('whatever the manifest is, the structure', async () => {
    const folder = temporaryFolder({
      ...FILES,
      'gateway.yaml': 'providrs: {}\n',
      'configs/chat.test.yaml': 'cases: 1\n',
    })
    const { out } = await portolan(['check', '--format', 'one-line'], folder)
    expect(out).toMatch(/gateway\.yaml:1:1.*\[unknown-property\]/)
    expect(out).toMatch(/chat\.test\.yaml:1:8.*\[wrong-type\]/)
  })

  it('but not for a part of the configs, where others would seem to be missing', async () => {
    const folder = temporaryFolder({
      ...FILES,
      'configs/chat.test.yaml': 'config: spare\ncases: [{ name: one, expect: {} }]\n',
      'configs/spare.yaml': 'provider: "@openai"\n',
    })
    expect((await portolan(['check', 'configs/chat.yaml'], folder)).code).toBe(0)
    expect((await portolan(['check'], folder)).code).toBe(0)
  })
})
