// The READMEs are true of the code: the config in README.md compiles to the printed plan, the broken one gives the printed
// diagnostics, and the tables of providers and checks in their folders match the catalogue. `UPDATE=1` rewrites them.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTable } from './support/check-table.ts'
import { portolan } from './support/command.ts'
import { ROOT } from './support/folder.ts'
import { providerTable } from './support/provider-table.ts'
import { expectSection, fenced } from './support/readme-section.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const README = 'README.md'
const PROVIDERS = 'schemas/providers/README.md'
const CHECKS = 'runtime/guardrails/README.md'
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const fence = (name: string): string => fenced(name).exec(read(README))?.[2] ?? ''

/** The table between two comments with its name. */
const table = (name: string): RegExp =>
  new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(\\n<!-- end of ${name} -->\\n)`)

const project = (config: string): string =>
  temporaryFolder({ 'gateway.yaml': fence('gateway.yaml'), [config]: fence(config) })

describe('README.md', () => {
  it('its config compiles to the printed plan', async () => {
    const { out } = await portolan(['print'], project('configs/chat.yaml'))
    expectSection(README, fenced('print'), out)
  })

  it('its broken config gives the printed diagnostics', async () => {
    const { out } = await portolan(['check'], project('configs/broken.yaml'))
    expectSection(README, fenced('check'), `${out.trimEnd()}\n`)
  })

  it('a new fallback in examples/company breaks a rule, and is a difference', async () => {
    const folder = temporaryFolder({})
    for (const name of ['before', 'after'])
      cpSync(join(ROOT, 'examples/company'), join(folder, name), { recursive: true })
    const path = join(folder, 'after/configs/legal.yaml')
    const added = '  - { provider: "@anthropic", override_params: { model: claude-opus-4-1 } }\n'
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(?=^request_timeout)/m, added))
    const check = await portolan(['check', '--format', 'one-line'], join(folder, 'after'))
    const diff = await portolan(['diff', 'before', 'after', '--format', 'one-line'], folder)
    expect([check.code, diff.code]).toEqual([1, 1])
    expect(diff.out).toMatch(
      /legal\.yaml:1:1: error: legal: security\. security: new is .*\(\d+ more notes\) \[security-difference\]/,
    )
    expectSection(README, fenced('company'), check.out)
  })

  it('is at most 12 KB', () => {
    expect(Buffer.byteLength(read(README))).toBeLessThanOrEqual(12 * 1024)
  })
})

describe('the tables of the folders', () => {
  it('providers are those of the catalogue', () => {
    expectSection(PROVIDERS, table('providers'), providerTable())
  })

  it('checks are those of the catalogue', () => {
    expectSection(CHECKS, table('checks'), checkTable())
  })
})
