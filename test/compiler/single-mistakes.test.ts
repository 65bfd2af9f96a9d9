// One mistake is one message: each value of the examples is made wrong in every way that the schema knows, and the project has one finding
// more, at that place. Each fix that is offered leads to no error there. So is each broken text in YAML, JSON and TypeScript.
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import typescript from 'typescript'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { compileProject } from '../../compiler/project.ts'
import type { SourceInput } from '../../compiler/project-input.ts'
import { readJson } from '../../compiler/read/json.ts'
import type { SourceReader } from '../../compiler/read/reader.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { config as validConfig } from '../../schemas/generated/validators/config.js'
import { manifest as validManifest } from '../../schemas/generated/validators/manifest.js'
import type { Json } from '../../schemas/values/json.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { files, folders, ROOT } from '../support/folder.ts'
import { runs } from '../support/property-seed.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

type Path = readonly (string | number)[]

const EXAMPLES = `${ROOT}examples/`

const documentOf = (path: string): Json => {
  const text = readFileSync(path, 'utf8')
  return readYaml({ name: path, text }, () => expect.fail(path))?.value ?? expect.fail(path)
}

interface Document {
  readonly name: string
  readonly value: Json
  readonly accepts: (value: Json) => boolean
}

interface Project {
  readonly name: string
  readonly documents: readonly Document[]
}

const written: readonly Project[] = folders(EXAMPLES)
  .filter(name => existsSync(`${EXAMPLES}${name}/gateway.yaml`) && existsSync(`${EXAMPLES}${name}/configs`))
  .map(name => ({
    name,
    documents: [
      {
        name: 'gateway',
        value: documentOf(`${EXAMPLES}${name}/gateway.yaml`),
        accepts: value => validManifest(value),
      },
      ...files(`${EXAMPLES}${name}/configs`)
        .filter(file => /^[^_.]+\.yaml$/.test(file))
        .map(file => ({
          name: file.slice(0, -'.yaml'.length),
          value: documentOf(`${EXAMPLES}${name}/configs/${file}`),
          accepts: (value: Json) => validConfig(value),
        })),
    ],
  }))

const inputOf = (name: string, text: string): SourceInput => ({
  source: { name: `${name}.json`, text },
  read: readJson,
})

const errorsOf = (project: Project, changed: string, text: string): readonly Diagnostic[] =>
  findingsOf(project, changed, text).filter(({ severity }) => severity === 'error')

function findingsOf({ documents }: Project, changed: string, text: string): readonly Diagnostic[] {
  const inputs = documents.map(
    ({ name, value }) => [name, inputOf(name, name === changed ? text : JSON.stringify(value))] as const,
  )
  const [[, manifest] = expect.fail(), ...configs] = inputs
  const { diagnostics } = compileProject({ manifest, configs: new Map(configs) }, realCatalog, sha256)
  return diagnostics
}

/** Some have parts in other formats, or names of settings that are read differently. */
const projects = written.filter(
  project =>
    errorsOf(project, '', '').length === 0 && project.documents.every(({ accepts, value }) => accepts(value)),
)

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pathsOf(value: Json, at: Path = []): readonly Path[] {
  const inner = Array.isArray(value)
    ? value.flatMap((each: Json, index) => pathsOf(each, [...at, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...at, key]))
      : []
  return [at, ...inner]
}

/** The document with another value at a path; without it where that is undefined. */
function changedAt(
  value: Json,
  [step, ...rest]: Path,
  change: (value: Json) => Json | undefined,
): Json | undefined {
  if (step === undefined) return change(value)
  if (Array.isArray(value))
    return value.flatMap((each: Json, index) => {
      const next = index === step ? changedAt(each, rest, change) : each
      return next === undefined ? [] : [next]
    })
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const next = key === step ? changedAt(each, rest, change) : each
      return next === undefined ? [] : [[key, next]]
    }),
  )
}

const MISTAKES: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  type: value =>
    typeof value === 'string' ? 12.5 : Array.isArray(value) ? 'text' : isObject(value) ? 7 : 'text',
  'type of a list': value => (isObject(value) ? [value] : {}),
  'quoted number': value => (typeof value === 'number' ? String(value) : value),
  'misspelt value': value =>
    typeof value === 'string' ? `${value.slice(0, -1)}${value.slice(-1) === 'x' ? 'y' : 'x'}` : value,
  'too small': value => (typeof value === 'number' ? -5 : value),
  'too large': value => (typeof value === 'number' ? 87_870_000_000_000 : value),
  fraction: value => (typeof value === 'number' ? value + 0.5 : value),
  empty: value => (typeof value === 'string' ? '' : value),
  'misspelt property': value => {
    const [first, ...others] = isObject(value) ? Object.entries(value) : []
    return first === undefined ? value : Object.fromEntries([[`${first[0]}x`, first[1]], ...others])
  },
  'unknown property': value => (isObject(value) ? { ...value, zzqx: 1 } : value),
  missing: () => undefined,
}

interface Mistake {
  readonly project: Project
  readonly document: Document
  readonly title: string
  readonly text: string
}

const mistakes: readonly Mistake[] = projects.flatMap(project =>
  project.documents.flatMap(document =>
    pathsOf(document.value).flatMap(path =>
      Object.entries(MISTAKES).flatMap(([title, change]) => {
        const value = changedAt(document.value, path, change)
        if (value === undefined || document.accepts(value)) return []
        const text = JSON.stringify(value, undefined, 1)
        return [{ project, document, title: `${document.name} ${path.join('.')} ${title}`, text }]
      }),
    ),
  ),
)

const messagesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ location, code, message }) => `${location.source.name} ${code}: ${message}`)

describe('A mistake in an example', () => {
  it('is made in every way in many places', () => {
    expect(projects.length).toBeGreaterThan(15)
    for (const title of Object.keys(MISTAKES))
      expect(mistakes.filter(each => each.title.endsWith(` ${title}`)).length, title).toBeGreaterThan(3)
  })

  it.each(projects)('is one error: $name', project => {
    const usual = new Set(messagesOf(findingsOf(project, '', '')))
    for (const { document, title, text } of mistakes.filter(each => each.project === project)) {
      const caused = findingsOf(project, document.name, text).filter(
        each => !usual.has(messagesOf([each]).join()),
      )
      expect(messagesOf(caused), title).toHaveLength(1)
      const [error] = caused
      expect(error?.severity, title).toBe('error')
      expect(error?.location.source.name, title).toBe(`${document.name}.json`)
      expect(error?.message, title).not.toMatch(/must match \^|"\w+" rule of its schema/)
      if (error?.fix === undefined) continue
      const { location, text: fix } = error.fix
      // A masked text is not the user's.
      if (fix.includes('***')) continue
      const [before, after] = [text.slice(0, location.span.start), text.slice(location.span.end)]
      const end = before.length + fix.length
      const left = errorsOf(project, document.name, before + fix + after).filter(
        ({ location: { span } }) => span.start < end && span.end > before.length,
      )
      expect(messagesOf(left), `${title} with its fix ${fix}`).toEqual([])
    }
  })

  it('in the slug of a provider is one error, however many targets name it', () => {
    const value = { provider: '@main', api_key: '${env:KEY}' }
    const project: Project = {
      name: 'slug',
      documents: [
        {
          name: 'gateway',
          value: {
            providers: { 'ma in': { provider: 'mock' } },
            defaults: { provider: '@main' },
            aliases: { fast: '@main/echo' },
          },
          accepts: () => true,
        },
        {
          name: 'chat',
          value: { strategy: { mode: 'loadbalance' }, targets: [value, value] },
          accepts: () => true,
        },
      ],
    }
    expect(errorsOf(project, '', '').map(({ code }) => code)).toEqual(['malformed-slug'])
  })

  it('with names of the peer is one error, though nothing is read of their spelling', () => {
    const project: Project = {
      name: 'peer',
      documents: [
        {
          name: 'gateway',
          value: { spelling: 'peeer', providers: { mock: { provider: 'mock' } } },
          accepts: () => true,
        },
        { name: 'chat', value: { provider: '@mock', strict_open_ai_compliance: true }, accepts: () => true },
      ],
    }
    expect(messagesOf(errorsOf(project, '', ''))).toEqual([
      'gateway.json unknown-value: "spelling" must be interface or peer, not "peeer". Did you mean "peer"?',
    ])
  })
})

const read = await typescriptReader()

interface Format {
  readonly write: (value: Json) => string
  readonly read: SourceReader
  /** The name of a source: TypeScript is imported by it. */
  readonly name: string
  /** Where the parser of another hand first reports an error; undefined where it reads the text. */
  readonly errorAt: (text: string) => number | undefined
}

const YAML: Pick<Format, 'read' | 'name' | 'errorAt'> = {
  read: readYaml,
  name: 'chat.yaml',
  errorAt: text => parseAllDocuments(text).flatMap(({ errors }) => errors)[0]?.pos[0],
}

const FORMATS: Readonly<Record<string, Format>> = {
  json: {
    write: value => JSON.stringify(value, undefined, 2),
    read: readJson,
    name: 'chat.json',
    errorAt: text => {
      try {
        JSON.parse(text)
        return undefined
      } catch (error) {
        return Number(/position (\d+)/.exec(String(error))?.[1] ?? text.length)
      }
    },
  },
  yaml: { ...YAML, write: value => stringify(value) },
  'yaml in brackets': { ...YAML, write: value => stringify(value, { collectionStyle: 'flow' }) },
  ts: {
    write: value => `export default ${JSON.stringify(value, undefined, 2).replaceAll(/"(\w+)":/g, '$1:')}\n`,
    read,
    name: 'chat.ts',
    errorAt: text => typescript.transpileModule(text, { reportDiagnostics: true }).diagnostics?.[0]?.start,
  },
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** The partner of a bracket in a text without mistakes; of any other character that itself. */
function partnerOf(text: string, mark: number): number {
  const open: number[] = []
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(index)
    if (token !== '}' && token !== ']') continue
    const start = open.pop() ?? 0
    if (start === mark) return index
    if (index === mark) return start
  }
  return mark
}

/**
 * The lines that may be named for a slip: its own, that of the bracket's partner, and those from there to the line in which it first shows: the
 * next one with a word, or the one at which the other parser stops.
 */
function linesOf(format: Format, text: string, changed: string, mark: number): ReadonlySet<number> {
  const slip = lineAt(text, mark)
  const lines = changed.split('\n')
  const isBlank = (line: number): boolean => (lines[line - 1] ?? '').trim() === ''
  const before = lines.findLastIndex((each, index) => index < slip && each.trim() !== '') + 1
  const next = lines.findIndex((each, index) => index >= slip && each.trim() !== '') + 1
  const noticed = lineAt(changed, format.errorAt(changed) ?? 0)
  const last = Math.max(slip, next, noticed)
  return new Set([
    ...(isBlank(slip) ? [before] : []),
    lineAt(text, partnerOf(text, mark)),
    ...Array.from({ length: last - slip + 1 }, (_, index) => slip + index),
  ])
}

/** What a slip of the fingers does to a character of the syntax. */
const SLIPS: Readonly<Record<string, (text: string, at: number) => string>> = {
  dropped: (text, at) => text.slice(0, at) + text.slice(at + 1),
  doubled: (text, at) => text.slice(0, at + 1) + text.slice(at),
  'behind a letter': (text, at) => text.slice(0, at) + text.slice(at).replace(/^(.)(\w)/, '$2$1'),
}

const broken = fc.record({
  document: fc.constantFrom(
    ...projects.flatMap(({ documents: [manifest, ...configs] }) =>
      configs.map(({ value }) => ({ manifest: manifest?.value ?? null, value })),
    ),
  ),
  format: fc.constantFrom(...Object.keys(FORMATS)),
  slip: fc.constantFrom(...Object.keys(SLIPS)),
  at: fc.nat(10_000),
})

describe('A slip in the syntax of a config', () => {
  it('is one message, at the line of the slip or where it first shows', () => {
    const broke = new Map<string, number>()
    fc.assert(
      fc.property(broken, ({ document, format: id, slip, at }) => {
        const format = FORMATS[id] ?? expect.fail()
        const text = format.write(document.value)
        const marks = Array.from(text.matchAll(/[{}[\]:,"]/g), ({ index }) => index)
        const mark = marks[at % marks.length] ?? 0
        const changed = SLIPS[slip]?.(text, mark) ?? text
        const findings = (source: string): readonly Diagnostic[] =>
          compileProject(
            {
              manifest: inputOf('gateway', JSON.stringify(document.manifest)),
              configs: new Map([
                ['chat', { source: { name: format.name, text: source }, read: format.read }],
              ]),
            },
            realCatalog,
            sha256,
          ).diagnostics
        const usual = new Set(messagesOf(findings(text)))
        const caused = findings(changed).filter(each => !usual.has(messagesOf([each]).join()))
        const shown = [`line ${lineAt(text, mark)}:`, changed, ...messagesOf(caused)].join('\n')
        expect(caused.length, shown).toBeLessThanOrEqual(1)
        const [one] = caused
        if (one === undefined || !/^malformed-(?:json|yaml|typescript)$/.test(one.code)) return
        broke.set(id, (broke.get(id) ?? 0) + 1)
        const line = lineAt(changed, one.location.span.start)
        expect([...linesOf(format, text, changed, mark)], `${shown} at line ${line}`).toContain(line)
      }),
      { numRuns: runs(400) },
    )
    for (const id of Object.keys(FORMATS)) expect(broke.get(id) ?? 0, id).toBeGreaterThan(20)
  })
})
