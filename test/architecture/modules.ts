// The modules and their allowed imports: the tables of compiler/README.md and runtime/README.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/folder.ts'
import { type Imported, importsOf, sourcesBelow } from '../support/imports.ts'
import { COMPILER_MODULES } from './compiler-modules.ts'
import { CONTROL_MODULES } from './control-modules.ts'
import { CONTRACTS, GENERATED, type Module, pure, RUNTIME_VALUES, VALUES } from './module.ts'

const WIRE = ['runtime/wire/', ...RUNTIME_VALUES]
/** Validates the schemas of custom checks when a project is loaded. */
const CHECK_SCHEMAS = ['schemas/check-schema.ts', 'schemas/lint-check.ts', 'schemas/lint-schema.ts']

/** Ordered from the bottom up within each half: a module imports only modules listed before it. */
export const MODULES: readonly Module[] = [
  { name: 'schemas/values', files: /^schemas\/values\//, imports: [VALUES], packages: [], pure: true },
  {
    name: 'schemas/contracts',
    files: /^schemas\/contracts\//,
    imports: [VALUES, GENERATED],
    packages: [],
    pure: true,
  },
  {
    name: 'schemas',
    files: /^schemas\//,
    imports: ['schemas/'],
    packages: ['node:', '@pydantic/genai-prices', 'ajv', 'json-schema-to-typescript', 'yaml'],
    pure: false,
  },
  {
    name: 'compiler/cli',
    files: /^compiler\/cli\//,
    imports: ['compiler/', 'runtime/', CONTRACTS, VALUES, GENERATED],
    packages: ['node:', 'csv-parse', 'diff', 'marked', 'oauth4webapi', 're2js', 'vscode-languageserver'],
    pure: false,
  },
  ...COMPILER_MODULES,

  pure('runtime/values', RUNTIME_VALUES, ['node:buffer']),
  pure('runtime/wire', RUNTIME_VALUES),
  pure('runtime/streams', WIRE, ['eventsource-parser', 'node:zlib']),
  pure('runtime/state', [...RUNTIME_VALUES]),
  pure('runtime/pools', [...RUNTIME_VALUES]),
  pure('runtime/limits', [...RUNTIME_VALUES]),
  pure('runtime/resources', WIRE),
  pure('runtime/inbound', ['runtime/streams/', ...WIRE]),
  pure('runtime/providers', [
    'runtime/inbound/',
    'runtime/resources/',
    'runtime/streams/',
    'compiler/',
    ...WIRE,
  ]),
  pure('runtime/cache', ['runtime/state/', 'runtime/streams/', ...WIRE]),
  pure('runtime/prompts', ['compiler/', ...RUNTIME_VALUES]),
  {
    // Checks see a structural view of the call, so what else a call holds may change without them.
    ...pure(
      'runtime/guardrails',
      ['runtime/cache/', 'runtime/providers/', 'runtime/streams/', 'compiler/', ...CHECK_SCHEMAS, ...WIRE],
      ['eld', 're2js', 'jose', 'node:crypto', 'node:url'],
    ),
    except: ['runtime/values/call.ts'],
  },
  pure(
    'runtime/link',
    [
      'runtime/agents/',
      'runtime/cache/',
      'runtime/guardrails/',
      'runtime/inbound/',
      'runtime/limits/',
      'runtime/mcp/',
      'runtime/pools/',
      'runtime/prompts/',
      'runtime/providers/',
      'runtime/resources/',
      'runtime/state/',
      'runtime/streams/',
      'compiler/',
      ...WIRE,
    ],
    ['re2js'],
  ),
  pure('runtime/mcp', ['runtime/state/', 'runtime/streams/', ...WIRE]),
  pure(
    'runtime/agents',
    // Messages of JSON-RPC are those of MCP.
    ['runtime/mcp/messages/', 'runtime/streams/', ...RUNTIME_VALUES],
    ['jose'],
  ),
  pure('runtime/gateway', [
    'runtime/agents/',
    'runtime/mcp/',
    'runtime/state/',
    'runtime/limits/',
    'runtime/link/',
    'runtime/prompts/',
    'runtime/providers/',
    'runtime/resources/',
    'runtime/wire/error-kind.ts',
    'runtime/wire/model-family.ts',
    'compiler/',
    ...RUNTIME_VALUES,
  ]),
  pure('runtime/entrances', ['runtime/gateway/', 'runtime/inbound/', 'runtime/streams/', ...WIRE]),
  ...CONTROL_MODULES,
  pure('runtime/telemetry', [
    'compiler/diagnostics/mask.ts',
    'runtime/control/logs/log-store.ts',
    'runtime/pools/pool-health.ts',
    'runtime/gateway/',
    'runtime/limits/',
    ...RUNTIME_VALUES,
  ]),
  {
    name: 'runtime/upstream',
    files: /^runtime\/upstream\//,
    imports: RUNTIME_VALUES,
    packages: ['node:', 'undici', 'ipaddr.js'],
    pure: false,
  },
  // Authenticates like providers of the same clouds.
  pure('runtime/stores/secret-managers', [
    'runtime/control/resources/secret-references/',
    'runtime/providers/azure/entra.ts',
    'runtime/providers/bedrock/sts-credentials.ts',
    ...RUNTIME_VALUES,
  ]),
  {
    name: 'runtime/stores',
    files: /^runtime\/stores\//,
    imports: [
      'runtime/control/',
      'runtime/guardrails/',
      'runtime/limits/',
      'runtime/pools/',
      'runtime/stores/secret-managers/',
      'runtime/state/',
      'compiler/facts/catalog.ts',
      'compiler/lower/service-url.ts',
      'compiler/plan/',
      ...RUNTIME_VALUES,
    ],
    packages: ['node:', 'iovalkey', 'postgres'],
    pure: false,
  },
  {
    name: 'runtime/sockets',
    files: /^runtime\/sockets\//,
    imports: [
      'runtime/gateway/',
      'runtime/streams/',
      'runtime/telemetry/',
      'runtime/wire/error-kind.ts',
      ...RUNTIME_VALUES,
    ],
    packages: ['node:', 'ws'],
    pure: false,
  },
  {
    name: 'runtime/http',
    files: /^runtime\/http\//,
    imports: [
      'runtime/entrances/',
      'runtime/gateway/',
      'runtime/inbound/',
      'runtime/sockets/',
      'runtime/telemetry/',
      // Content codings.
      'runtime/upstream/decoded-body.ts',
      'runtime/wire/error-kind.ts',
      ...RUNTIME_VALUES,
    ],
    packages: ['node:'],
    pure: false,
  },
  {
    name: 'runtime/console',
    files: /^runtime\/console\/[^/]+\.ts$/,
    imports: [
      'runtime/control/',
      'runtime/gateway/',
      'runtime/http/',
      'runtime/state/',
      'compiler/facts/version.ts',
      ...RUNTIME_VALUES,
    ],
    packages: ['node:', 'oauth4webapi', 'rolldown'],
    pure: false,
  },
  {
    // In browsers, with types of its own: what it imports of the tree is pure.
    name: 'runtime/console/page',
    files: /^runtime\/console\/page\//,
    imports: ['compiler/', CONTRACTS, VALUES, GENERATED],
    packages: ['@codemirror/', '@dagrejs/', '@lezer/', '@preact/', 'eventsource-parser', 'preact', 'uplot'],
    pure: false,
  },
  pure('runtime/simulation', [
    // The headers that a client sees.
    'runtime/http/respond.ts',
    'runtime/gateway/',
    'runtime/limits/',
    'runtime/link/',
    'runtime/guardrails/',
    'runtime/pools/',
    'runtime/providers/',
    'runtime/state/',
    'runtime/streams/',
    'compiler/',
    ...WIRE,
  ]),
  {
    name: 'runtime/process',
    files: /^runtime\/process\/[^/]+\.ts$/,
    imports: ['runtime/', 'compiler/', CONTRACTS, VALUES, GENERATED],
    packages: ['node:', 're2js'],
    pure: false,
  },
  {
    name: 'runtime/workers',
    files: /^runtime\/workers\//,
    imports: [
      'runtime/control/core/',
      'runtime/http/',
      'runtime/limits/',
      'runtime/mcp/',
      'runtime/pools/',
      'runtime/process/',
      'runtime/state/',
      'runtime/stores/',
      'runtime/telemetry/',
      ...RUNTIME_VALUES,
    ],
    packages: ['node:'],
    pure: false,
  },
  {
    name: 'composition roots',
    files: /^runtime\/[^/]+\.ts$/,
    imports: ['runtime/', 'compiler/', CONTRACTS, VALUES, GENERATED],
    packages: ['node:'],
    pure: false,
  },
]

/** Folders that have a README of their own. */
export const WITH_README = [
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
  'runtime/pools',
  'runtime/providers',
  'runtime/resources',
  'runtime/simulation',
  'runtime/state',
  'schemas',
]

/** Composition roots may import everything and are imported only by each other. */
export const isRoot = (path: string): boolean =>
  /^(compiler\/cli\/|runtime\/(?:(?:process|workers)\/)?[^/]+\.ts$)/.test(path)

export const SOURCES: readonly string[] = ['compiler', 'runtime', 'schemas'].flatMap(sourcesBelow)
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
export const moduleOf = (path: string): Module | undefined => MODULES.find(({ files }) => files.test(path))
export const isLocal = (to: string): boolean => /^(compiler|runtime|schemas|test|examples)\//.test(to)

/** Whether the table allows an import; types of packages are free. */
export function isAllowed(path: string, { to, typesOnly }: Imported): boolean {
  const module = moduleOf(path)
  if (module === undefined) return true
  if (!isLocal(to)) return typesOnly || module.packages.some(allowed => to.startsWith(allowed))
  if (module.except?.includes(to)) return false
  return module.files.test(to) || module.imports.some(allowed => to.startsWith(allowed))
}

/** The imports of a file that the table allows. The other rules of imports leave out the rest, so that one test fails for each. */
export const allowedImports = (path: string): readonly Imported[] =>
  importsOf(path).filter(each => isAllowed(path, each))
