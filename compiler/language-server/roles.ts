// Which values name something: the paths of each kind of file, with what is named there. Completion, definitions, references
// and new names all use this table.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { FileKind } from './project-view.ts'

/**
 * `slug`: a stored provider as `@slug`; `provider`: that, or a provider of the catalog; `listed`: a provider of the catalog;
 * `model`: a model of the provider; `alias`: a model, or `@slug/model`; `callee`: what a test calls; `fields`: a query.
 */
export type Role =
  | 'alias'
  | 'callee'
  | 'caller'
  | 'check'
  | 'config'
  | 'fields'
  | 'guardrail'
  | 'listed'
  | 'metadata'
  | 'model'
  | 'prompt'
  | 'provider'
  | 'slug'
  | 'target'

/** A path with `*` for any one token and `**` for any number of them; `key`: what is named is the name of the property. */
interface RoleRow {
  readonly path: string
  readonly role: Role
  readonly part?: 'key'
  /** Whether it is defined here. */
  readonly defines?: true
}

const GUARD_LISTS = Object.keys(configFacts).filter(name => name.endsWith('_guardrails'))
const HOOKS = Object.keys(configFacts).filter(name => name.endsWith('_hooks'))

const CALLS: readonly RoleRow[] = [
  { path: 'aliases/*', role: 'alias' },
  { path: 'defaults/config', role: 'config' },
  { path: 'defaults/provider', role: 'provider' },
  ...GUARD_LISTS.map((name): RoleRow => ({ path: `${name}/*`, role: 'guardrail' })),
]

const TEST_PART: readonly RoleRow[] = [
  { path: 'given/metadata/*', role: 'metadata', part: 'key' },
  { path: 'given/caller', role: 'caller' },
  { path: 'upstreams/*', role: 'callee', part: 'key' },
]

const below = (prefix: string, rows: readonly RoleRow[]): readonly RoleRow[] =>
  rows.map(row => ({ ...row, path: `${prefix}/${row.path}` }))

/** The paths of configs begin at the target that they are in. */
const ROWS: Readonly<Record<FileKind, readonly RoleRow[]>> = {
  config: [
    { path: 'name', role: 'target', defines: true },
    { path: 'provider', role: 'provider' },
    { path: 'override_params/model', role: 'model' },
    { path: 'strategy/default', role: 'target' },
    { path: 'strategy/conditions/*/then', role: 'target' },
    { path: 'strategy/conditions/*/query/**', role: 'fields', part: 'key' },
    { path: 'prompt_id', role: 'prompt' },
    ...GUARD_LISTS.map((name): RoleRow => ({ path: `${name}/*`, role: 'guardrail' })),
    ...[...GUARD_LISTS, ...HOOKS].map((name): RoleRow => ({ path: `${name}/*/checks/*/id`, role: 'check' })),
  ],
  manifest: [
    { path: 'providers/*', role: 'slug', part: 'key', defines: true },
    { path: 'providers/*/provider', role: 'listed' },
    { path: 'providers/*/pool/members/*', role: 'slug', part: 'key', defines: true },
    { path: 'providers/*/pool/members/*/provider', role: 'provider' },
    { path: 'providers/*/pool/models/*/*', role: 'slug', part: 'key' },
    { path: 'providers/*/pool/models/*/*', role: 'model' },
    { path: 'guardrails/*', role: 'guardrail', part: 'key', defines: true },
    { path: 'guardrails/*/checks/*/id', role: 'check' },
    { path: 'cache/semantic/provider', role: 'slug' },
    { path: 'telemetry/propagate_to/*', role: 'provider' },
    { path: 'prices/*/provider', role: 'listed' },
    { path: 'api_keys/*/id', role: 'caller', defines: true },
    ...CALLS,
    ...below('api_keys/*', CALLS),
  ],
  prompt: [
    { path: 'model', role: 'alias' },
    { path: 'provider', role: 'provider' },
    { path: 'virtual_key', role: 'slug' },
    { path: 'config', role: 'config' },
  ],
  partial: [],
  'config-test': [
    { path: 'config', role: 'config' },
    { path: 'cases/*/config', role: 'config' },
    { path: 'cases/*/expect/calls/*', role: 'callee' },
    { path: 'cases/*/expect/calls/*/target', role: 'callee' },
    { path: 'cases/*/expect/calls/*/provider', role: 'callee' },
    ...TEST_PART,
    ...below('cases/*', TEST_PART),
    ...below('cases/*/earlier/*', TEST_PART),
  ],
  traffic: [],
}

export interface RoleAt {
  readonly role: Role
  readonly defines: boolean
}

/** Undefined for a value, or for the name of a property, that names nothing. */
export function roleAt(kind: FileKind, path: readonly string[], part: 'key' | 'value'): RoleAt | undefined {
  const tokens = kind === 'config' ? path.slice(targetPathOf(path).length) : path
  const row = ROWS[kind].find(
    each => (each.part ?? 'value') === part && matches(each.path.split('/'), tokens),
  )
  return row && { role: row.role, defines: row.defines === true }
}

/** The beginning of a path in a config: the target that it is in, empty for the root. */
export function targetPathOf(path: readonly string[]): readonly string[] {
  let length = 0
  while (path[length] === 'targets' && /^\d+$/.test(path[length + 1] ?? '')) length += 2
  return path.slice(0, length)
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === '**')
    return path.length >= pattern.length && matches(pattern.slice(0, -1), path.slice(0, pattern.length - 1))
  return (
    pattern.length === path.length && pattern.every((token, index) => token === '*' || token === path[index])
  )
}
