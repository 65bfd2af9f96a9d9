// Workspaces: those that the manifest's keys name, which belong to git, and those of the store. The slug is what everything else
// refers to, and never changes.
import type { Workspace } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import type { Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { LimitOwner } from '../../limits/limit-owner.ts'
import { resourceLimitsOf, savedLimits, storedLimits } from '../../limits/resource-limits.ts'

/** The kind of workspaces in the store, where they are named by their slugs. */
export const WORKSPACE = 'workspace'

export const WORKSPACE_KINDS: readonly Kind[] = [
  {
    name: WORKSPACE,
    owner: 'client',
    replicated: true,
    signed: 'never',
    sealed: 'never',
    scopes: ['workspaces'],
    audited: true,
    exported: false,
  },
]

/** A workspace, and the revision of the store that it has there. */
export interface FoundWorkspace {
  readonly workspace: Workspace
  readonly revision: number | undefined
}

type Sources = ReadSources

/** All workspaces, those of the manifest first, then by slug. */
export function allWorkspaces(context: Sources): readonly FoundWorkspace[] {
  const stored = (context.replica?.all(WORKSPACE).toArray() ?? [])
    .map(toFound)
    .sort((left, right) => (left.workspace.slug < right.workspace.slug ? -1 : 1))
  const own = manifestWorkspaces(context)
  const slugs = new Set(own.map(({ workspace }) => workspace.slug))
  // One owner per object: where git names a slug that the store has too, git's counts.
  return [...own, ...stored.filter(({ workspace }) => !slugs.has(workspace.slug))]
}

/** A workspace by its identifier or slug. */
export const findWorkspace = (context: Sources, name: string): FoundWorkspace | undefined =>
  findNamed(allWorkspaces(context), name, ({ workspace }) => workspace)

function manifestWorkspaces({ gateway, hash, loadedAt }: Sources): readonly FoundWorkspace[] {
  const slugs = new Set(['default', ...gateway.apiKeys.map(({ workspace }) => workspace)])
  const time = new Date(loadedAt).toISOString()
  return [...slugs].sort().map(slug => ({
    revision: undefined,
    workspace: {
      id: derivedUuid(hash, WORKSPACE, slug),
      slug,
      name: slug,
      description: null,
      status: 'active',
      defaults: {},
      owner: 'git',
      next_usage_reset_at: null,
      last_reset_at: null,
      created_at: time,
      last_updated_at: time,
      object: 'workspace',
    },
  }))
}

const toFound = (resource: Resource): FoundWorkspace => ({
  revision: resource.revision,
  workspace: storedWorkspace(resource),
})

/** Reads a workspace of the store; when its usage was reset, is not kept with it. */
export const storedWorkspace = ({ value, id }: Pick<Resource, 'value' | 'id'>): Workspace => ({
  id: asText(value['id']) ?? '',
  slug: id,
  name: asText(value['name']) ?? id,
  description: asText(value['description']) ?? null,
  status: value['status'] === 'archived' ? 'archived' : 'active',
  defaults: asObject(value['defaults']),
  owner: 'api',
  ...savedLimits(resourceLimitsOf(value)),
  next_usage_reset_at: null,
  last_reset_at: null,
  created_at: asText(value['created_at']) ?? '',
  last_updated_at: asText(value['last_updated_at']) ?? '',
  object: 'workspace',
})

/** What the store keeps of a workspace. */
export const toStored = ({
  slug: _slug,
  owner: _owner,
  object: _object,
  last_reset_at: _reset,
  next_usage_reset_at: _next,
  rate_limits: rateLimits = [],
  usage_limits: usageLimits = null,
  ...value
}: Workspace): JsonObject => ({ ...value, ...storedLimits({ rateLimits, usageLimits }) }) as JsonObject

/** A workspace as the owner of limits of all its calls. */
export const workspaceOwner = ({
  id,
  slug,
  name,
  rate_limits: rateLimits = [],
  usage_limits: usageLimits = null,
}: Workspace): LimitOwner => ({
  id,
  name,
  rateLimits,
  usageLimits,
  conditions: [{ key: 'workspace_id', value: slug }],
})
