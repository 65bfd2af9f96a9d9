// The fixtures of diagnostics: a file a code, in it cases. A line `-- NAME --` begins each source and each expectation. A case is a config, a
// manifest, or both: `<case>.yaml|json|ts`, `<case>.gateway.yaml`; a `gateway.yaml` is the manifest of every case without one of its own.
// `<case>.request.json` is a config that came in a header, `<case>.test.yaml` tests of the case's config, `<case>.traffic.yaml` its traffic,
// `<case>.prompt.yaml` and `<case>.partial.yaml` a prompt and a partial of that name. `<case>.txt` holds all diagnostics.
import { readFileSync } from 'node:fs'
import { readConfigTests } from '../../compiler/cli/config-tests/read-config-tests.ts'
import { readTrafficModel } from '../../compiler/cli/traffic/simulate-traffic.ts'
import { compile } from '../../compiler/compile.ts'
import { collectDiagnostics, type Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { compileProject } from '../../compiler/project.ts'
import type { SourceInput } from '../../compiler/project-input.ts'
import { readJson } from '../../compiler/read/json.ts'
import type { SourceReader } from '../../compiler/read/reader.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { sha256 } from './bundle.ts'
import { realCatalog } from './catalog.ts'
import { files, ROOT } from './folder.ts'

/** Where the files are. */
export const FIXTURES = `${ROOT}test/compiler/diagnostics/`

export interface Case {
  /** The file, which is a code or `several`. */
  readonly code: string
  readonly name: string
  /** The texts of the file by their names: the sources and the expectations of all its cases. */
  readonly texts: ReadonlyMap<string, string>
}

/** Readers by the end of the file name; whoever has a further one hands it in. */
export type Readers = Readonly<Record<string, SourceReader>>

const READERS: Readers = { '.json': readJson, '.yaml': readYaml }

/** What begins each text of a file. */
const NAME_LINE = /^-- (\S+) --\n/m

/** The texts of a code by their names, in the order of the file. */
export function fixtureTexts(code: string): ReadonlyMap<string, string> {
  const [, ...parts] = readFileSync(`${FIXTURES}${code}.txt`, 'utf8').split(NAME_LINE)
  return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : [])))
}

/** The names of the sources among them. */
export const sourceNames = (texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts.keys()].filter(name => !name.endsWith('.txt'))

/** Every code with cases, and `several`. */
export const fixtureCodes = (): readonly string[] => files(FIXTURES).map(name => name.replace(/\.txt$/, ''))

/** Every case of every file. */
export function fixtureCases(): readonly Case[] {
  return fixtureCodes().flatMap(code => {
    const texts = fixtureTexts(code)
    const names = sourceNames(texts)
      .filter(file => file !== 'gateway.yaml')
      .map(file =>
        file.replace(/(\.gateway|\.request|\.test|\.traffic|\.prompt|\.partial)?\.(yaml|json|ts)$/, ''),
      )
    return Array.from(new Set(names), name => ({ code, name, texts }))
  })
}

/** One of them. */
export const fixtureCase = (code: string, name: string): Case => ({ code, name, texts: fixtureTexts(code) })

/** All diagnostics of a case, with the names that its sources have in the file; `changed` are texts in place of files. */
export const diagnose = (
  each: Case,
  more: Readers = {},
  changed: Readonly<Record<string, string>> = {},
): readonly Diagnostic[] => compileCase(each, more, changed).diagnostics

export interface CompiledCase {
  readonly diagnostics: readonly Diagnostic[]
  /** Undefined where the case has errors. */
  readonly bundle: Bundle | undefined
}

export function compileCase(
  { name, texts }: Case,
  more: Readers = {},
  changed: Readonly<Record<string, string>> = {},
): CompiledCase {
  const readers = { ...READERS, ...more }
  const input = (file: string): SourceInput | undefined => {
    const text = texts.get(file)
    const read = readers[file.slice(file.lastIndexOf('.'))]
    if (read === undefined || text === undefined) return undefined
    return { source: { name: file, text: changed[file] ?? text }, read }
  }
  const ends = ['.yaml', '.json', '.ts']
  const config = ends.map(end => input(name + end)).find(found => found !== undefined)
  const manifest = input(`${name}.gateway.yaml`) ?? input('gateway.yaml')
  const request = input(`${name}.request.json`)
  const named = (file: SourceInput | undefined): ReadonlyMap<string, SourceInput> =>
    new Map(file ? [[name, file]] : [])
  const project = compileProject(
    {
      ...(manifest && { manifest }),
      configs: named(config),
      prompts: {
        prompts: named(input(`${name}.prompt.yaml`)),
        partials: named(input(`${name}.partial.yaml`)),
      },
    },
    realCatalog,
    sha256,
  )
  const tests = input(`${name}.test.yaml`)
  const traffic = input(`${name}.traffic.yaml`)
  if ((tests ?? traffic) !== undefined && project.gateway !== undefined) {
    const { report, diagnostics } = collectDiagnostics()
    const subjects = { plans: project.plans, gateway: project.gateway, catalog: realCatalog }
    if (tests !== undefined) readConfigTests(tests, name, subjects, report)
    if (traffic !== undefined) readTrafficModel(traffic, name, subjects, report)
    return { bundle: project.bundle, diagnostics: [...project.diagnostics, ...diagnostics] }
  }
  if (request === undefined) return project
  const { providers = {}, trustedHosts = [], pools } = project.gateway ?? {}
  const surroundings = { origin: 'request', providers, trustedHosts, pools } as const
  const source = { name: 'x-gateway-config', text: request.source.text }
  const inline = compile(source, realCatalog, surroundings)
  return { bundle: project.bundle, diagnostics: [...project.diagnostics, ...inline.diagnostics] }
}
