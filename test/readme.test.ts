// The README tells the truth: its config gives its plan, its broken config gives its diagnostics, and its tables of
// providers and checks are those of the catalogue. `UPDATE=1` writes them anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTable } from './support/check-table.ts'
import { portolan } from './support/command.ts'
import { ROOT } from './support/folder.ts'
import { providerTable } from './support/provider-table.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const PATH = join(ROOT, 'README.md')
const read = (): string => readFileSync(PATH, 'utf8')

/** The fenced text behind a comment that names it. */
const fenced = (name: string): RegExp => new RegExp(`(<!-- ${name} -->\\n\`\`\`\\w+\\n)([\\s\\S]*?)(\`\`\`)`)
const fence = (name: string): string => fenced(name).exec(read())?.[2] ?? ''

function expectSection(pattern: RegExp, actual: string): void {
  if (process.env['UPDATE'] === '1') {
    writeFileSync(
      PATH,
      read().replace(pattern, (_whole, before: string, _old, after: string) => before + actual + after),
    )
  }
  expect(pattern.exec(read())?.[2]).toBe(actual)
}

const project = (config: string): string =>
  temporaryFolder({ 'gateway.yaml': fence('gateway.yaml'), [config]: fence(config) })

describe('the README', () => {
  it('its config gives the plan that it prints', async () => {
    const { out } = await portolan(['print'], project('configs/chat.yaml'))
    expectSection(fenced('print'), out)
  })

  it('its broken config gives the diagnostics that it prints', async () => {
    const { out } = await portolan(['check'], project('configs/broken.yaml'))
    expectSection(fenced('check'), `${out.trimEnd()}\n`)
  })

  it('its table of providers is the catalogue', () => {
    expectSection(/(<!-- providers -->\n)([\s\S]*?)(\n## Targets that fail\n)/, providerTable())
  })

  it('its table of checks is the catalogue', () => {
    expectSection(/(<!-- checks -->\n)([\s\S]*?)(\n## A fleet\n)/, checkTable())
  })
})
