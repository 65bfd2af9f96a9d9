// What people write, damaged: configs, manifests, prompts, tests and configs of other gateways. Whatever the text is, each finding has a
// code and a place in the text, each format renders it without the secret that is planted in every sample, fixes end, and the formatter and
// the steps of a migration neither throw nor lose anything.
import { globSync, readFileSync } from 'node:fs'
import { readConfigTests } from '../../compiler/cli/config-tests/read-config-tests.ts'
import { FINDING_FORMATS } from '../../compiler/cli/formats/formats.ts'
import { applyFixes } from '../../compiler/diagnostics/apply-fixes.ts'
import { collectDiagnostics, type Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { diagnosticMessages } from '../../compiler/diagnostics/messages.ts'
import { withoutColor } from '../../compiler/diagnostics/pretty.ts'
import { formatJson } from '../../compiler/format/format-json.ts'
import { formatSource, type SourceFormat } from '../../compiler/format/format-source.ts'
import { formatYaml, yamlComments } from '../../compiler/format/format-yaml.ts'
import { propertyRanks } from '../../compiler/format/property-order.ts'
import { applyMigrations, findMigrations, MIGRATION_STEPS } from '../../compiler/migrate/steps.ts'
import { emit } from '../../compiler/plan/emit.ts'
import { compileProject } from '../../compiler/project.ts'
import type { ProjectInput } from '../../compiler/project-input.ts'
import { readJson } from '../../compiler/read/json.ts'
import type { SourceReader } from '../../compiler/read/reader.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { fixtureCases } from '../support/fixtures.ts'
import { ROOT } from '../support/folder.ts'
import { importText } from '../support/imported-project.ts'
import { NAMES } from '../support/mutate.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { secretInBundle } from './secrets-in-bundle.ts'

/** A credential by its form, so that it is masked wherever it ends up. */
export const CANARY = 'sk-live-Zq7Planted9Canary3Secret5Zq1'

const MANIFEST = 'providers: { fast: { provider: openai, api_key: "${env:FAST}" } }\n'

const PIECES = [
  ...[
    '&a ',
    '*a',
    '<<: *a',
    '!!str ',
    '!!binary |\n',
    '!x ',
    '---\n',
    '...\n',
    '%YAML 1.2\n',
    '\t',
    '? ',
    '- ',
  ],
  ...[
    '|\n',
    '>-\n',
    '|2+\n  ',
    '# ',
    "'",
    '"',
    '{a: ',
    '[*a',
    '${env:',
    '${',
    '}',
    '@',
    '`',
    '\u0085',
    '\u2028',
    '0x1f',
    '1_000',
    '.inf',
    '~',
    '12:30',
  ],
  ...NAMES.map(name => `${name}: `),
]

/** Every so many of the fixtures of a kind, with the canary as a value and in a comment. */
function samplesOf(end: RegExp): readonly Uint8Array[] {
  const texts = fixtureCases().flatMap(each =>
    ['.yaml', '.json', '.gateway.yaml', '.prompt.yaml', '.test.yaml']
      .filter(suffix => end.test(each.name + suffix))
      .flatMap(suffix => each.texts.get(each.name + suffix) ?? [])
      .filter(text => text.length < 4000),
  )
  return texts.map((text, index) => {
    if (end.source.includes('json')) return Buffer.from(text.replace(/\{/, `{"api_key": "${CANARY}",`))
    const key = index % 2 === 0 ? `api_key: ${CANARY}` : `# key: ${CANARY}`
    return Buffer.from(`${text.replace(/\n*$/, '\n')}${key}\n`)
  })
}

const textOf = (input: Uint8Array): string => new TextDecoder().decode(input)

/** The sentence about findings that lack a code or a place, or that show the canary. */
export function unsound(diagnostics: readonly Diagnostic[]): string | undefined {
  for (const { code, location, fix, notes, message } of diagnostics) {
    if (!Object.hasOwn(diagnosticMessages, code)) return `"${code}" has no page.`
    if (message.trim() === '') return `A ${code} has no sentence.`
    for (const place of [location, fix?.location, ...notes.map(note => note.location)]) {
      if (place === undefined) continue
      const { source, span } = place
      const isInside = 0 <= span.start && span.start <= span.end && span.end <= source.text.length
      if (!isInside) return `A ${code} is at ${span.start} to ${span.end} of ${source.text.length}.`
    }
  }
  for (const [name, { render }] of Object.entries(FINDING_FORMATS)) {
    const text = render({ diagnostics, configs: 1 }, { paint: withoutColor, width: 80 })
    if (text.includes(CANARY)) return `The format ${name} shows the secret.`
  }
  return undefined
}

const MAX_ROUNDS = 20

type Find = (text: string) => readonly Diagnostic[]

/** The rounds of `check --fix=all`: each finds again what is left. */
function withFixes(name: string, text: string, find: Find): string | undefined {
  let current = text
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const diagnostics = find(current)
    const fault = unsound(diagnostics)
    if (fault !== undefined) return round === 0 ? fault : `After ${round} rounds of fixes: ${fault}`
    const fixed = applyFixes(diagnostics, 'all').find(({ source }) => source.name === name)
    if (fixed === undefined || fixed.count === 0 || fixed.text === current) return undefined
    current = fixed.text
  }
  return undefined
}

function compiled(input: ProjectInput): readonly Diagnostic[] {
  const { bundle, diagnostics } = compileProject(input, realCatalog, sha256)
  const isValid = diagnostics.every(({ severity }) => severity !== 'error')
  if ((bundle !== undefined) !== isValid)
    throw new Error('A bundle has errors, or there is none without errors.')
  const leak = bundle && secretInBundle(JSON.parse(emit(bundle)), CANARY)
  if (leak !== undefined) throw new Error(`The bundle has the secret at ${leak}.`)
  return diagnostics
}

const manifest = { source: { name: 'gateway.yaml', text: MANIFEST }, read: readYaml }
const config = { source: { name: 'a.json', text: '{"provider":"@fast"}' }, read: readJson }

/** How a damaged text is compiled: as the config of a project, its manifest or a prompt. */
const PARTS = {
  config:
    (name: string, read: SourceReader): Find =>
    text =>
      compiled({ manifest, configs: new Map([['a', { source: { name, text }, read }]]) }),
  manifest:
    (name: string, read: SourceReader): Find =>
    text =>
      compiled({ manifest: { source: { name, text }, read }, configs: new Map([['a', config]]) }),
  prompt:
    (name: string, read: SourceReader): Find =>
    text =>
      compiled({
        manifest,
        configs: new Map([['a', config]]),
        prompts: { prompts: new Map([['p', { source: { name, text }, read }]]), partials: new Map() },
      }),
} as const

const SUBJECTS = (() => {
  const { plans, gateway } = compileProject(
    { manifest, configs: new Map([['a', config]]) },
    realCatalog,
    sha256,
  )
  if (gateway === undefined) throw new Error('The manifest has errors.')
  return { plans, gateway, catalog: realCatalog }
})()

const tested =
  (name: string, read: SourceReader): Find =>
  text => {
    const { report, diagnostics } = collectDiagnostics()
    readConfigTests({ source: { name, text }, read }, 'a', SUBJECTS, report)
    return diagnostics
  }

function formatted(name: string, text: string, read: SourceReader, kind: string): string | undefined {
  const rank = propertyRanks(kind)
  const format: SourceFormat = name.endsWith('.json')
    ? { read, print: parsed => formatJson(parsed, rank), commentsOf: () => [] }
    : { read, print: ({ source }) => formatYaml(source.text, rank), commentsOf: yamlComments }
  const { report, diagnostics } = collectDiagnostics()
  const once = formatSource({ name, text }, format, report)
  if (once === undefined)
    return diagnostics.length > 0 ? unsound(diagnostics) : 'fmt fails without a finding.'
  const twice = formatSource({ name, text: once }, format, () => {})
  return twice === once ? undefined : 'fmt changes its own text.'
}

/** Edits of a migration leave a text that is read, without what was edited. */
function migrated(
  name: string,
  text: string,
  read: SourceReader,
  kind: 'config' | 'manifest',
): string | undefined {
  const parsed = read({ name, text }, () => {})
  if (parsed === undefined) return undefined
  const found = findMigrations(parsed, kind, MIGRATION_STEPS, realCatalog)
  const edited = applyMigrations(found)[0]
  if (edited === undefined || edited.text === text) return undefined
  return read({ name, text: edited.text }, () => {}) === undefined
    ? 'A migrated text is not read.'
    : undefined
}

type Kind = 'Config' | 'Manifest' | 'Prompt' | 'ConfigTests'

function target(name: string, read: SourceReader, kind: Kind, samples: readonly Uint8Array[]): FuzzTarget {
  const make =
    kind === 'ConfigTests'
      ? tested
      : PARTS[kind === 'Config' ? 'config' : kind === 'Manifest' ? 'manifest' : 'prompt']
  const find = make(name, read)
  return {
    name: `${kind} ${name}`,
    samples,
    pieces: PIECES,
    run: input => {
      const text = textOf(input)
      const migratedKind = kind === 'Config' ? 'config' : kind === 'Manifest' ? 'manifest' : undefined
      return (
        withFixes(name, text, find) ??
        formatted(name, text, read, kind) ??
        (migratedKind === undefined ? undefined : migrated(name, text, read, migratedKind))
      )
    },
  }
}

const IMPORTED = globSync(`${ROOT}test/compiler/import/sources/*/*.{yaml,json,config}`)
  .sort()
  .map(path => {
    const text = readFileSync(path, 'utf8')
    const isYaml = path.endsWith('.yaml')
    const planted = isYaml ? `${text}\napi_key: ${CANARY}\n` : text.replace('{', `{"api_key": "${CANARY}",`)
    return Buffer.from(planted)
  })

export const SOURCE_TARGETS: readonly FuzzTarget[] = [
  target('a.yaml', readYaml, 'Config', samplesOf(/^[^.]+\.yaml$/)),
  target('b.json', readJson, 'Config', samplesOf(/^[^.]+\.json$/)),
  target('gateway.yaml', readYaml, 'Manifest', samplesOf(/\.gateway\.yaml$/)),
  target('p.yaml', readYaml, 'Prompt', samplesOf(/\.prompt\.yaml$/)),
  target('a.test.yaml', readYaml, 'ConfigTests', samplesOf(/\.test\.yaml$/)),
  {
    name: 'import',
    samples: IMPORTED,
    pieces: PIECES,
    run: input => {
      const { diagnostics, files } = importText(textOf(input))
      const shown = [...files].find(([, text]) => text.includes(CANARY))
      return (
        unsound(diagnostics) ?? (shown === undefined ? undefined : `The secret is written to ${shown[0]}.`)
      )
    },
  },
]
