// The layers of the control plane: the table of runtime/control/README.md.
import { readdirSync } from 'node:fs'
import { ROOT } from '../support/folder.ts'
import { type Module, pure, RUNTIME_VALUES } from './module.ts'

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

/** Resources whose models import others, or the compiler, or the runtime. */
const MADE_OF_OTHERS: readonly Module[] = [
  resource('integrations', [], ['compiler/']),
  resource('servers', ['integrations'], ['compiler/']),
  resource('secret-references', ['integrations'], ['compiler/lower/']),
  resource('providers', ['integrations', 'secret-references'], ['compiler/', 'runtime/limits/']),
  resource('configs', ['secret-references'], ['compiler/']),
  resource('prompts', ['collections', 'configs', 'labels', 'providers'], ['compiler/', 'runtime/prompts/']),
  resource('agents', ['integrations', 'servers', 'secret-references'], ['compiler/', 'runtime/agents/']),
  resource('mcp', ['integrations', 'servers'], ['compiler/facts/mcp-settings.ts', 'runtime/mcp/']),
  // Conditions refer to resources of every kind.
  resource('policies', ['agents', 'configs', 'providers'], ['compiler/', 'runtime/limits/']),
]

/** The folders of all other resources. */
const RESOURCES_ALONE: readonly Module[] = readdirSync(`${ROOT}runtime/control/resources`, {
  withFileTypes: true,
})
  .filter(entry => entry.isDirectory())
  .map(({ name }) => resource(name, []))
  .filter(({ name }) => !MADE_OF_OTHERS.some(each => each.name === name))

export const CONTROL_MODULES: readonly Module[] = [
  {
    // What routes do alike (`saved-resource.ts`), and the routes of all resources, each beside its model: `routes.ts`, or `version-routes.ts` where
    // a resource has several files of them.
    ...control('routes', [
      ...['core', 'limits', 'access', 'resources', 'releases', 'plans', 'logs', 'mcp-oauth', 'scim'].map(
        layer => `runtime/control/${layer}/`,
      ),
      'runtime/agents/',
      'runtime/gateway/request-tags.ts',
      'runtime/gateway/user-identity.ts',
      'runtime/limits/',
      'runtime/mcp/',
      'compiler/',
    ]),
    files: /^runtime\/control\/(.*[/-]routes|resources\/saved-resource)\.ts$/,
  },
  // Saved resources in layers: kinds and transactions, limits, access, a folder for each resource, and how they are served.
  control('core', ['compiler/facts/catalog.ts', 'runtime/limits/']),
  control('limits', ['runtime/control/core/', 'runtime/limits/', 'compiler/lower/']),
  control('access', ['runtime/control/core/', 'runtime/control/limits/', 'runtime/limits/']),
  ...MADE_OF_OTHERS,
  ...RESOURCES_ALONE,
  control('releases', [
    'runtime/control/core/',
    'runtime/control/access/mcp-kinds.ts',
    'runtime/control/limits/policy.ts',
    'runtime/control/resources/',
    'runtime/pools/pool-health.ts',
    'compiler/plan/',
  ]),
  control('logs', [
    'runtime/control/core/',
    'runtime/control/access/',
    // Filters name configs and prompts by identifier or slug.
    'runtime/control/resources/',
    // Records of requests that went past the gateway are bounded and masked like all others.
    'runtime/gateway/request-tags.ts',
    // Their bodies are stored and erased by the same identity of a user.
    'runtime/gateway/user-identity.ts',
    'runtime/limits/',
  ]),
  control('plans', [
    'runtime/control/core/',
    'runtime/control/access/',
    'runtime/control/logs/',
    'runtime/control/resources/',
    'runtime/pools/pool-health.ts',
    'runtime/state/circuits.ts',
    'compiler/facts/pool-members.ts',
    'compiler/plan/',
  ]),
  control('mcp-oauth', ['runtime/control/core/', 'runtime/control/access/', 'runtime/mcp/']),
  control('scim', ['runtime/control/core/', 'runtime/control/access/', 'runtime/control/mcp-oauth/']),
  control('sign-in', [
    'runtime/control/core/',
    'runtime/control/access/',
    // Services that verify tokens of people.
    'runtime/guardrails/check.ts',
    'runtime/guardrails/services/',
  ]),
  control('serve', [
    ...[
      'access',
      'audit',
      'core',
      'logs',
      'mcp-oauth',
      'plans',
      'releases',
      'resources',
      'scim',
      'sign-in',
    ].map(layer => `runtime/control/${layer}/`),
    'runtime/gateway/authenticate.ts',
    'runtime/gateway/reserved-resources.ts',
    'compiler/read/',
  ]),
  control('tools', ['runtime/control/core/', 'runtime/control/serve/', 'runtime/mcp/']),
  {
    // The table of kinds, from their definitions in all layers; the process is composed with it.
    ...pure('runtime/control', ['runtime/control/']),
    files: /^runtime\/control\/kinds\.ts$/,
  },
]
