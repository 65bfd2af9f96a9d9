// Workspaces: those that the manifest's keys name, which belong to git, and those of the store. The slug is what everything else
// refers to, and never changes.
import type { Workspace } from '../../../../schemas/generated/control-types.ts'
import { derivedUuid, isUuid } from '../../../../schemas/values/uuid.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { indexBy } from '../../core/listing.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import {
  always,
  choice,
  KEY,
  NAME,
  OBJECT,
  type StoredForm,
  storedForm,
  TEXT,
  TEXT_OR_NULL,
} from '../../core/stored-form.ts'
import { followEach, isLimited, type LimitOwner, ownPolicies } from '../../limits/limit-owner.ts'
import { LIMIT_FIELDS } from '../../limits/resource-limits.ts'

/** The kind of workspaces in the store, where they are named by their slugs. */
export const WORKSPACE = 'workspace'

export const WORKSPACE_KINDS: readonly Kind[] = [
  clientKind({ name: WORKSPACE, signed: 'never', sealed: 'never', scopes: ['workspaces'] }),
]

/** All of them, and those of a slug, name or status, in the order of their slugs. */
export const WORKSPACES: ResourceIndex = { kind: WORKSPACE }
export const WORKSPACES_BY_SLUG: ResourceIndex = { kind: WORKSPACE, valuesOf: ({ id }) => [id] }
export const WORKSPACES_BY_NAME = indexBy(WORKSPACE, 'name')
export const WORKSPACES_BY_STATUS: ResourceIndex = {
  kind: WORKSPACE,
  valuesOf: resource => [isActive(resource) ? 'active' : 'archived'],
}

/** Whether a workspace of the store is in use. */
export const isActive = ({ value }: Pick<Resource, 'value'>): boolean => value['status'] !== 'archived'

/** A workspace, and the revision of the store that it has there. */
export interface FoundWorkspace {
  readonly workspace: Workspace
  readonly revision: number | undefined
}

type Sources = ReadSources

/** A workspace by its identifier or slug. */
export function findWorkspace(context: Sources, name: string): FoundWorkspace | undefined {
  const own = manifestSlugs(context)
  const slug = own.has(name)
    ? name
    : isUuid(name)
      ? own.values().find(each => manifestId(context, each) === name)
      : undefined
  if (slug !== undefined) return manifestWorkspace(slug, context)
  const found = context.replica && findResourceNamed(context.replica, WORKSPACE, name)
  return found === undefined || own.has(found.id)
    ? undefined
    : { workspace: WORKSPACE_FORM.read(found), revision: found.revision }
}

const manifestSlugs = ({ gateway }: Pick<Sources, 'gateway'>): ReadonlySet<string> =>
  new Set(['default', ...gateway.apiKeys.map(({ workspace }) => workspace)])

const manifestId = ({ hash }: Pick<Sources, 'hash'>, slug: string): string =>
  derivedUuid(hash, WORKSPACE, slug)

/** Those that the manifest's keys name, by slug. */
export const manifestWorkspaces = (context: Sources): readonly FoundWorkspace[] =>
  [...manifestSlugs(context)].sort().map(slug => manifestWorkspace(slug, context))

/** The slugs of all workspaces, in their order. */
export const workspaceSlugs = (context: Pick<Sources, 'gateway' | 'replica'>): readonly string[] => {
  const stored = context.replica?.find(WORKSPACES).map(({ id }) => id) ?? []
  return [...new Set([...manifestSlugs(context), ...stored])].sort()
}

function manifestWorkspace(slug: string, context: Sources): FoundWorkspace {
  const time = new Date(context.loadedAt).toISOString()
  return {
    revision: undefined,
    workspace: {
      id: manifestId(context, slug),
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
  }
}

/** Without the times at which its usage is reset, which are computed. */
const COMPLETE_FORM = storedForm<Required<Workspace>>(WORKSPACE, {
  id: TEXT,
  slug: KEY,
  name: NAME,
  description: TEXT_OR_NULL,
  status: choice('active', 'archived'),
  defaults: OBJECT,
  owner: always('api'),
  ...LIMIT_FIELDS,
  next_usage_reset_at: always(null),
  last_reset_at: always(null),
  created_at: TEXT,
  last_updated_at: TEXT,
  object: always('workspace'),
})

/** What a workspace lacks is nothing. */
export const WORKSPACE_FORM: StoredForm<Workspace> = {
  ...COMPLETE_FORM,
  write: workspace =>
    COMPLETE_FORM.write({
      ...{ description: null, defaults: {}, rate_limits: [], usage_limits: null },
      ...{ next_usage_reset_at: null, last_reset_at: null },
      ...workspace,
    }),
}

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

/** Enforces them, now and after each change of a workspace. */
export function followWorkspaceLimits(limiter: Pick<Limiter, 'edit'>, replica: Replica): void {
  followEach(replica, WORKSPACE, (slug, resource) => {
    const limited = isLimited(resource) ? resource : undefined
    limiter.edit('workspaces', slug, limited && ownPolicies(workspaceOwner(WORKSPACE_FORM.read(limited))))
    return limited !== undefined
  })
}
