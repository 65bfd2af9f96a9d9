// Purity, file sizes, and completeness: every code has an explanation, every rule is registered, every example and
// module has a README.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diagnosticMessages } from '../../compiler/diagnostics/messages.ts'
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'
import { VERSION } from '../../compiler/facts/version.ts'
import { files, folders, ROOT } from '../support/folder.ts'
import { importsOf } from '../support/imports.ts'
import { moduleOf, SOURCES, textOf } from './modules.ts'

/** Strings and comments: names in them are not calls. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//g
const codeOf = (path: string): string => textOf(path).replaceAll(QUOTED, "''")

describe('purity', () => {
  const impure =
    /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|setTimeout|setInterval|setImmediate|fetch\(|process\.|console\.)/

  it('no pure module uses the clock, randomness, the network, files or the process', () => {
    const pure = SOURCES.filter(path => moduleOf(path)?.pure === true)
    expect(pure.filter(path => impure.test(codeOf(path)))).toEqual([])
  })

  it('no module state: nothing at the top level of a file is reassigned', () => {
    expect(SOURCES.filter(path => /^(export )?let /m.test(codeOf(path)))).toEqual([])
  })
})

describe('completeness', () => {
  it.each(Object.entries(diagnosticMessages))(
    'the code %s has a title and an explanation',
    (_code, { title, explanation }) => {
      expect(title).toMatch(/^[A-Z"].*\.$/)
      expect(explanation.length).toBeGreaterThan(80)
    },
  )

  it.each([
    ['compiler/validate/rules', 'compiler/validate/rules.ts'],
    ['compiler/validate/manifest-rules', 'compiler/validate/manifest-rules.ts'],
    ['compiler/validate/plan-rules', 'compiler/validate/plan-rules.ts'],
    ['compiler/optimise/passes', 'compiler/optimise/optimise.ts'],
    ['runtime/guardrails/checks', 'runtime/guardrails/checks/registry.ts'],
  ])('each file of %s is in the ordered list', (folder, list) => {
    const found = files(join(ROOT, folder))
      .map(name => join(folder, name))
      .filter(path => path.endsWith('.ts') && path !== list)
    expect(found.length).toBeGreaterThan(0)
    const listed = importsOf(list).map(({ to }) => to)
    expect(found.filter(path => !listed.includes(path))).toEqual([])
  })

  it('each check of the gateway has a row in a property test', () => {
    const folder = 'test/runtime/guardrails/checks'
    const properties = files(join(ROOT, folder))
      .filter(name => name.endsWith('properties.test.ts'))
      .map(name => textOf(join(folder, name)))
      .join('\n')
    const own = catalogChecks.map(({ id }) => id).filter(id => id.startsWith('default.'))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(id => !properties.includes(`['${id}', `))).toEqual([])
  })

  it('each example has a README and is compiled by a test', () => {
    const examples = folders(join(ROOT, 'examples'))
    expect(examples.length).toBeGreaterThan(0)
    expect(examples.filter(name => !existsSync(join(ROOT, 'examples', name, 'README.md')))).toEqual([])
    expect(textOf('test/examples.test.ts')).toContain("folders(join(ROOT, 'examples'))")
  })

  it.each([
    'compiler',
    'compiler/analyse',
    'compiler/lower',
    'compiler/optimise',
    'compiler/plan',
    'compiler/read',
    'compiler/validate',
    'runtime',
    'runtime/cache',
    'runtime/guardrails',
    'runtime/inbound',
    'runtime/limits',
    'runtime/providers',
    'runtime/resources',
    'runtime/simulation',
    'runtime/state',
    'schemas',
  ])('%s has a README', folder => {
    expect(existsSync(join(ROOT, folder, 'README.md'))).toBe(true)
  })

  it('the version is that of the package', () => {
    expect(VERSION).toBe((JSON.parse(textOf('package.json')) as { version: string }).version)
  })
})
