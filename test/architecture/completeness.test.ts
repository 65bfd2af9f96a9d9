// Purity and completeness: no module has state, every code has an explanation, every rule is registered, every example and module has a
// README.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diagnosticMessages } from '../../compiler/diagnostics/messages.ts'
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'
import { VERSION } from '../../compiler/facts/version.ts'
import { files, folders, ROOT } from '../support/folder.ts'
import { importsOf } from '../support/imports.ts'
import { expectNone } from './breaches.ts'
import { moduleOf, SOURCES, textOf, WITH_README } from './modules.ts'

/** Strings and comments: names in them are not calls. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//g
const codeOf = (path: string): string => textOf(path).replaceAll(QUOTED, "''")

describe('purity', () => {
  const impure =
    /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|setTimeout|setInterval|setImmediate|fetch\(|process\.|console\.)/g

  it('no pure module uses the clock, randomness, the network, files or the process', () => {
    const pure = SOURCES.filter(path => moduleOf(path)?.pure === true)
    expectNone(
      pure.flatMap(path => [...codeOf(path).matchAll(impure)].map(([words]) => `${path}: ${words}`)),
      'Take it as a parameter (a clock, a random source, a client): the composition root hands it in.',
    )
  })

  it('no module state: nothing at the top level of a file is reassigned', () => {
    expectNone(
      SOURCES.flatMap(path =>
        [...codeOf(path).matchAll(/^(?:export )?let \w+/gm)].map(([words]) => `${path}: ${words}`),
      ),
      'Hold it in what a function makes and hands on, as createLineIndex does: several gateways run in one process.',
    )
  })
})

describe('completeness', () => {
  it.each(Object.entries(diagnosticMessages))(
    'the code %s has a title and an explanation',
    (_code, { title, explanation }) => {
      expect(title, 'a sentence').toMatch(/^[A-Z].*\.$/)
      expect(explanation.length, 'the mistake and its correction').toBeGreaterThan(80)
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
    expectNone(
      found.filter(path => !listed.includes(path)),
      `Import it in ${list} and add it to the list there, at its place in the order.`,
    )
    const exported = found.flatMap(path =>
      Array.from(
        textOf(path).matchAll(/^export const (\w+): (?:\w*Rule|PlanPass)\b/gm),
        ([, name = '']) => [path, name] as const,
      ),
    )
    expectNone(
      exported
        .filter(([, name]) => !new RegExp(`^  (?:\\.\\.\\.)?${name}\\b,`, 'm').test(textOf(list)))
        .map(([path, name]) => `${path}: ${name}`),
      `Add it to the list in ${list}, at its place in the order.`,
    )
  })

  it('each check of the gateway has a row in a property test', () => {
    const folder = 'test/runtime/guardrails/checks'
    const properties = files(join(ROOT, folder))
      .filter(name => name.endsWith('properties.test.ts'))
      .map(name => textOf(join(folder, name)))
      .join('\n')
    const own = catalogChecks.map(({ id }) => id).filter(id => id.startsWith('default.'))
    expect(own.length).toBeGreaterThan(0)
    expectNone(
      own.filter(id => !properties.includes(`['${id}', `)),
      `Add a row for the check to a table of a *properties.test.ts in ${folder}.`,
    )
  })

  it('each example has a README and is compiled by a test', () => {
    const examples = folders(join(ROOT, 'examples'))
    expect(examples.length).toBeGreaterThan(0)
    expectNone(
      examples
        .filter(name => !existsSync(join(ROOT, 'examples', name, 'README.md')))
        .map(name => `examples/${name}`),
      'Write its README.md: what it shows, and the commands that run it.',
    )
    expect(textOf('test/examples.test.ts')).toContain("folders(join(ROOT, 'examples'))")
  })

  it.each(WITH_README)('%s has a README', folder => {
    expectNone(
      existsSync(join(ROOT, folder, 'README.md')) ? [] : [`${folder}/README.md`],
      'Write it: what the module does, and a table of its files.',
    )
  })

  it('the version is that of the package', () => {
    expect(VERSION).toBe((JSON.parse(textOf('package.json')) as { version: string }).version)
  })
})
