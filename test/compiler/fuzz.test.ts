// For any source, the compiler terminates, reports diagnostics at valid locations, and returns a working plan or none. No
// output ever shows a literal secret.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { compile } from '../../compiler/compile.ts'
import type { Diagnostic, Location } from '../../compiler/diagnostics/diagnostic.ts'
import { toJsonDiagnostics } from '../../compiler/diagnostics/json.ts'
import { createLineIndex } from '../../compiler/diagnostics/position.ts'
import { pretty, withoutColor } from '../../compiler/diagnostics/pretty.ts'
import { SECRET_PROPERTIES } from '../../compiler/diagnostics/secret-names.ts'
import { decodeBundle } from '../../compiler/plan/decode.ts'
import { emit } from '../../compiler/plan/emit.ts'
import { printPlan } from '../../compiler/plan/print-plan.ts'
import { compileProject } from '../../compiler/project.ts'
import type { ProjectInput, SourceInput } from '../../compiler/project-input.ts'
import { readJson } from '../../compiler/read/json.ts'
import type { SourceReader } from '../../compiler/read/reader.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { configs } from '../support/arbitrary-config.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { mutated, NAMES } from '../support/mutate.ts'
import { runs } from '../support/property-seed.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

const SECRET = 'zq-planted-secret-zq'
/** A thousand compilations take half a minute where two such runs share a slow machine. */
const PATIENCE = 120_000

const MANIFEST: unknown = {
  name: 'fuzzed',
  listen: { host: '127.0.0.1', port: 1 },
  providers: {
    fast: { provider: 'openai', api_key: '${env:FAST}', allowed_hosts: ['models.example.com'] },
    slow: { provider: 'vllm', custom_host: 'http://10.0.0.5:8000' },
  },
  api_keys: [{ id: 'one', hash: `sha256:${'0'.repeat(64)}` }],
  trusted_hosts: ['10.0.0.0/8', 'gpu.example.com'],
  limits: { body_bytes: 1000 },
  telemetry: { log: 'stderr' },
  rules: { 'unknown-slug': 'off' },
}

const SCALARS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  '',
  '@',
  '@fast',
  'openai',
  'vllm',
  'conditional',
  '${env:A}',
  '${secret:a}',
  'https://x.example/v1',
  'http://10.0.0.5',
  '(',
  '(a+)+$',
  [],
  {},
  [[]],
]

/** Property names of secrets, valid and misspelled. */
const HIDDEN = [...SECRET_PROPERTIES, 'api_kye', 'apiKey', 'secret']

/** The value with a literal secret in it: in the root, or in the first target that is an object. */
function planted(value: unknown, name: string, deep: boolean): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { targets } = value as { readonly targets?: unknown }
  if (deep && Array.isArray(targets) && targets.length > 0)
    return { ...value, targets: [planted(targets[0], name, deep), ...targets.slice(1)] }
  return { ...value, [name]: name.endsWith('_json') ? { private_key: SECRET } : SECRET }
}

const broken = fc
  .tuple(mutated(configs, NAMES, SCALARS), fc.constantFrom(...HIDDEN), fc.boolean())
  .map(([value, name, deep]) => planted(value, name, deep))

const readers: readonly (readonly [SourceReader, string, (value: unknown) => string])[] = [
  [readJson, 'json', value => JSON.stringify(value, null, 1)],
  [readYaml, 'yaml', value => stringify(value)],
]

const expectInside = ({ source, span }: Location): void => {
  expect(span.start).toBeGreaterThanOrEqual(0)
  expect(span.end).toBeGreaterThanOrEqual(span.start)
  expect(span.end).toBeLessThanOrEqual(source.text.length)
}

/** The invariant of all outputs. */
function expectSound(diagnostics: readonly Diagnostic[]): void {
  const views = createLineIndex()
  for (const diagnostic of diagnostics) {
    for (const place of [
      diagnostic.location,
      diagnostic.fix?.location,
      ...diagnostic.notes.map(note => note.location),
    ])
      if (place !== undefined) expectInside(place)
    for (const message of [diagnostic.message, ...diagnostic.notes.map(note => note.message)])
      expect(message.trim()).not.toBe('')
    const shown = pretty(diagnostic, withoutColor, views)
    expect(shown).not.toContain(SECRET)
  }
  expect(JSON.stringify(toJsonDiagnostics(diagnostics))).not.toContain(SECRET)
}

function expectLawful(input: ProjectInput): void {
  const { bundle, diagnostics } = compileProject(input, realCatalog, sha256)
  expectSound(diagnostics)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  expect(bundle === undefined).toBe(errors.length > 0)
  if (bundle === undefined) return
  const text = emit(bundle)
  expect(decodeBundle(text, sha256).errors).toEqual([])
  for (const plan of Object.values(bundle.plans)) expect(printPlan(plan)).not.toBe('')
  expect(text).not.toContain(SECRET)
}

const input = (text: string, read: SourceReader, name = 'config'): SourceInput => ({
  source: { name, text },
  read,
})

const project = (config: SourceInput, manifest?: SourceInput): ProjectInput => ({
  ...(manifest && { manifest }),
  configs: new Map([['config', config]]),
})

describe('a project compiles to a working bundle or to diagnostics', () => {
  it('of any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(...readers), (config, manifest, format) => {
        const [read, , write] = format
        expectLawful(project(input(write(config), read), input(write(manifest), read, 'gateway')))
        expectLawful(project(input(write(config), read)))
      }),
      { numRuns: runs(60) },
    )
  })

  it(
    'of valid configs and manifests with random mutations',
    () => {
      const manifests = mutated(fc.constant(MANIFEST), NAMES, SCALARS)
      fc.assert(
        fc.property(broken, manifests, fc.constantFrom(...readers), (config, manifest, format) => {
          const [read, , write] = format
          expectLawful(project(input(write(config), read), input(write(manifest), read, 'gateway')))
        }),
        { numRuns: runs(120) },
      )
    },
    PATIENCE,
  )

  it('of any text', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      "'",
      '\n',
      '  ',
      '- ',
      '&a',
      '*a',
      '<<',
      '#',
      '|',
      '>-',
    ]
    const tokens = [
      ...pieces,
      'retry',
      'targets',
      'api_key: ',
      '!!str',
      '---',
      '\t',
      '\r\n',
      '\ufeff',
      '1',
      'é😀',
    ]
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map(list => list.join('')),
      fc.uint8Array({ maxLength: 60 }).map(bytes => new TextDecoder('latin1').decode(bytes)),
    )
    fc.assert(
      fc.property(texts, fc.constantFrom(...readers), (text, [read]) => {
        expectLawful(project(input(text, read), input(text, read, 'gateway')))
      }),
      { numRuns: runs(600) },
    )
  })

  it('of malformed TypeScript', async () => {
    const read = await typescriptReader()
    const tokens = [
      'export default ',
      '{ provider: "mock" }',
      'defineConfig(',
      ')',
      'import { defineConfig } from "portolan"\n',
      'const a = 1\n',
      'import b from "./b.ts"\n',
      '[1].map(a => a)',
      'throw new Error("x")\n',
      'while (true) {}\n',
      '{',
      '}',
      '`',
      'async ',
      'await 1\n',
      '\u2028',
    ]
    const texts = fc.array(fc.constantFrom(...tokens), { maxLength: 6 }).map(list => list.join(''))
    fc.assert(
      fc.property(texts, text => expectLawful(project(input(text, read, 'config.ts')))),
      { numRuns: runs(3) },
    )
  })
})

it(
  'a config in a header compiles to a plan or to diagnostics',
  () => {
    const providers = compileProject(
      project(input('{"provider":"mock"}', readJson), input(JSON.stringify(MANIFEST), readJson, 'gateway')),
      realCatalog,
      sha256,
    ).gateway?.providers
    const catalog = runtimeCatalog()
    fc.assert(
      fc.property(broken, value => {
        const source = { name: 'x-gateway-config', text: JSON.stringify(value) }
        const surroundings = { origin: 'request', providers: providers ?? {}, trustedHosts: [] } as const
        const { plan, diagnostics } = compile(source, catalog, surroundings)
        expectSound(diagnostics)
        expect(plan === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'))
        if (plan !== undefined) expect(printPlan(plan)).not.toContain(SECRET)
      }),
      { numRuns: runs(120) },
    )
  },
  PATIENCE,
)
