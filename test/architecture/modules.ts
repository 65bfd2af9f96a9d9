// The modules and their allowed imports: the tables of compiler/README.md and runtime/README.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/folder.ts'
import { sourcesBelow } from '../support/imports.ts'

export interface Module {
  readonly name: string
  /** The files that belong to it; the first module that matches counts. */
  readonly files: RegExp
  /** Prefixes of the files it may import, besides its own. */
  readonly imports: readonly string[]
  /** Files among those that it may not import. */
  readonly except?: readonly string[]
  /** Prefixes of the packages it may import. */
  readonly packages: readonly string[]
  /** Uses no network, files, clock, randomness or process. */
  readonly pure: boolean
}

const VALUES = 'schemas/values/'
const GENERATED = 'schemas/generated/'
const CORE = ['compiler/', VALUES, GENERATED]
const RUNTIME_VALUES = ['runtime/values/', VALUES, GENERATED]
const WIRE = ['runtime/wire/', ...RUNTIME_VALUES]
/** Validates the schemas of custom checks when a project is loaded. */
const CHECK_SCHEMAS = ['schemas/check-schema.ts', 'schemas/lint-check.ts', 'schemas/lint-schema.ts']

const pure = (name: string, imports: readonly string[], packages: readonly string[] = []): Module => ({
  name,
  files: new RegExp(`^${name}/`),
  imports,
  packages,
  pure: true,
})

/** A layer of the control plane. */
const control = (layer: string, imports: readonly string[]): Module =>
  pure(`runtime/control/${layer}`, [...imports, ...RUNTIME_VALUES])

/** A saved resource: its model, validation and compilation, with the resources that it is made of; it knows no HTTP. */
const resource = (name: string, others: readonly string[], imports: readonly string[] = []): Module => ({
  ...control(`resources/${name}`, [
    'runtime/control/core/',
    'runtime/control/limits/',
    'runtime/control/access/',
    ...others.map(other => `runtime/control/resources/${other}/`),
    ...imports,
  ]),
  except: ['runtime/control/core/api-request.ts', 'runtime/control/core/pages.ts'],
})

/** Ordered from the bottom up within each half: a module imports only modules listed before it. */
export const MODULES: readonly Module[] = [
  { name: 'schemas/values', files: /^schemas\/values\//, imports: [VALUES], packages: [], pure: true },
  {
    name: 'schemas',
    files: /^schemas\//,
    imports: ['schemas/'],
    packages: ['node:', '@pydantic/genai-prices', 'ajv', 'json-schema-to-typescript'],
    pure: false,
  },
  {
    name: 'compiler/cli',
    files: /^compiler\/cli\//,
    imports: ['compiler/', 'runtime/', VALUES, GENERATED],
    packages: ['node:'],
    pure: false,
  },
  { name: 'YAML reader', files: /^compiler\/read\/yaml/, imports: CORE, packages: ['yaml'], pure: true },
  {
    name: 'TypeScript reader',
    files: /^compiler\/read\/typescript\//,
    // Imported by authors of custom checks: runtime types, erased when the config is compiled.
    imports: [...CORE, 'runtime/guardrails/check.ts', 'runtime/guardrails/custom/custom-check.ts'],
    packages: ['typescript', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
    pure: true,
  },
  {
    name: 'pattern analysis',
    files: /^compiler\/pattern-analysis\//,
    imports: CORE,
    packages: ['node:module', 're2js', 'recheck'],
    pure: true,
  },
  {
    // Runs configs, so it knows the simulation; the compiler knows nothing of it.
    name: 'compiler/config-tests',
    files: /^compiler\/config-tests\//,
    imports: [...CORE, 'runtime/simulation/'],
    packages: [],
    pure: true,
  },
  { name: 'compiler core', files: /^compiler\//, imports: CORE, packages: [], pure: true },

  pure('runtime/values', RUNTIME_VALUES, ['node:buffer']),
  pure('runtime/wire', RUNTIME_VALUES),
  pure('runtime/streams', WIRE, ['eventsource-parser', 'node:zlib']),
  pure('runtime/state', [...RUNTIME_VALUES]),
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
      ['eld', 're2js', 'jose'],
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
    'compiler/',
    ...RUNTIME_VALUES,
  ]),
  // Saved resources in layers: kinds and transactions, limits, access, a folder for each resource, routes, and how they are served.
  control('core', ['compiler/catalog.ts', 'runtime/limits/']),
  control('limits', ['runtime/control/core/', 'runtime/limits/', 'compiler/lower/']),
  control('access', ['runtime/control/core/', 'runtime/control/limits/', 'runtime/limits/']),
  resource('integrations', [], ['compiler/']),
  resource('servers', ['integrations'], ['compiler/']),
  resource('secret-references', ['integrations'], ['compiler/lower/']),
  resource('providers', ['integrations', 'secret-references'], ['runtime/limits/']),
  resource('configs', ['secret-references'], ['compiler/']),
  resource('prompts', ['configs'], ['compiler/', 'runtime/prompts/']),
  resource('policies', [], ['compiler/lower/', 'runtime/limits/']),
  resource('deployments', []),
  resource('agents', ['integrations', 'servers', 'secret-references'], ['compiler/', 'runtime/agents/']),
  resource('mcp', ['integrations', 'servers'], ['compiler/mcp-client.ts', 'runtime/mcp/']),
  control('releases', ['runtime/control/core/', 'runtime/control/resources/', 'compiler/plan/']),
  control('logs', [
    'runtime/control/core/',
    'runtime/control/access/',
    // Records of requests that went past the gateway are bounded and masked like all others.
    'runtime/gateway/request-tags.ts',
    // Their bodies are stored and erased by the same identity of a user.
    'runtime/gateway/user-identity.ts',
    'runtime/limits/',
  ]),
  control('mcp-oauth', ['runtime/control/core/', 'runtime/mcp/']),
  control('scim', ['runtime/control/core/', 'runtime/control/access/']),
  control('sign-in', [
    'runtime/control/core/',
    'runtime/control/access/',
    // Services that verify tokens of people.
    'runtime/guardrails/check.ts',
    'runtime/guardrails/services/',
  ]),
  control('routes', [
    ...['core', 'limits', 'access', 'resources', 'releases', 'logs', 'mcp-oauth'].map(
      layer => `runtime/control/${layer}/`,
    ),
    'runtime/agents/',
    'runtime/gateway/request-tags.ts',
    'runtime/gateway/user-identity.ts',
    'runtime/limits/',
    'runtime/mcp/',
    'compiler/',
  ]),
  control('serve', [
    ...['core', 'access', 'resources', 'logs', 'mcp-oauth', 'scim', 'sign-in', 'routes'].map(
      layer => `runtime/control/${layer}/`,
    ),
    'runtime/gateway/authenticate.ts',
    'compiler/read/',
  ]),
  control('tools', ['runtime/control/core/', 'runtime/control/serve/', 'runtime/mcp/']),
  {
    // The table of kinds, from their definitions in all layers; the process is composed with it.
    ...pure('runtime/control', ['runtime/control/']),
    files: /^runtime\/control\/kinds\.ts$/,
  },
  pure('runtime/telemetry', [
    'runtime/control/logs/log-store.ts',
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
      'runtime/stores/secret-managers/',
      'runtime/state/',
      'compiler/catalog.ts',
      'compiler/lower/service-url.ts',
      'compiler/plan/',
      ...RUNTIME_VALUES,
    ],
    packages: ['node:', 'iovalkey', 'postgres'],
    pure: false,
  },
  {
    name: 'runtime/http',
    files: /^runtime\/http\//,
    imports: ['runtime/gateway/', 'runtime/inbound/', 'runtime/telemetry/', ...RUNTIME_VALUES],
    packages: ['node:'],
    pure: false,
  },
  pure('runtime/simulation', [
    // The headers that a client sees.
    'runtime/http/respond.ts',
    'runtime/gateway/',
    'runtime/limits/',
    'runtime/link/',
    'runtime/guardrails/',
    'runtime/providers/',
    'runtime/state/',
    'runtime/streams/',
    'compiler/',
    ...WIRE,
  ]),
  {
    name: 'composition roots',
    files: /^runtime\/[^/]+\.ts$/,
    imports: ['runtime/', 'compiler/', VALUES, GENERATED],
    packages: ['node:'],
    pure: false,
  },
]

/** Composition roots may import everything and are imported only by each other. */
export const isRoot = (path: string): boolean => /^(compiler\/cli\/|runtime\/[^/]+\.ts$)/.test(path)

export const SOURCES: readonly string[] = ['compiler', 'runtime', 'schemas'].flatMap(sourcesBelow)
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
export const lineCount = (path: string): number => textOf(path).split('\n').length - 1
export const moduleOf = (path: string): Module | undefined => MODULES.find(({ files }) => files.test(path))
export const isLocal = (to: string): boolean => /^(compiler|runtime|schemas|test|examples)\//.test(to)
