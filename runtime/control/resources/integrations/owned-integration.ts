// What integrations of every kind have: of AI providers, MCP servers and agents. One belongs to the organisation, which gives workspaces
// access to it, or to one workspace.
import { asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Failure } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Requester } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { Sealing } from '../../core/sealing/sealing.ts'
import { type FieldsPlace, openFields, sealFields } from '../../core/sealing/secret-fields.ts'
import {
  FLAG,
  FLAGS,
  type FoundInStore,
  KEY,
  type ModelOf,
  NAME,
  type StoredForm,
  storedAs,
  TEXT,
  TEXT_OR_NULL,
  TIMES,
} from '../../core/stored-form.ts'

type Context = ReadSources

export const OWNED_FIELDS = {
  id: TEXT,
  slug: KEY,
  name: NAME,
  description: TEXT_OR_NULL,
  /** The slug of the workspace that it belongs to; empty for the organisation. */
  workspace: TEXT,
  /** Access by the slugs of workspaces, and of all others. */
  access: FLAGS,
  globalAccess: storedAs('global_access', FLAG),
  ...TIMES,
}

export type OwnedIntegration = ModelOf<typeof OWNED_FIELDS>

/** What all of them show; access has a route of its own. */
export const shownIntegrationFacts = (saved: OwnedIntegration, context: Context): JsonObject => ({
  id: saved.id,
  slug: saved.slug,
  name: saved.name,
  description: saved.description,
  workspace_id: saved.workspace === '' ? null : workspaceId(context, saved.workspace),
  owner: 'api',
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
})

/** Whether calls of a workspace may use it. */
export const hasAccess = (
  { workspace: own, access, globalAccess }: Pick<OwnedIntegration, 'workspace' | 'access' | 'globalAccess'>,
  workspace: string,
): boolean =>
  own === ''
    ? Object.hasOwn(access, workspace)
      ? access[workspace] === true
      : globalAccess
    : own === workspace

/** What the index of access has of a resource: where it may be used. */
const usedIn = (workspace: string): string => `in ${workspace}`
const EVERYWHERE = 'everywhere'
const excludedFrom = (workspace: string): string => `not ${workspace}`

/** The values of an index of integrations by where they may be used; those of every workspace name only the workspaces without access. */
export function accessValues({ value }: Resource): readonly string[] {
  const own = asText(value['workspace']) ?? ''
  if (own !== '') return [usedIn(own)]
  const access = Object.entries(asObject(value['access']))
  return value['global_access'] === true
    ? [EVERYWHERE, ...access.flatMap(([slug, has]) => (has === true ? [] : [excludedFrom(slug)]))]
    : access.flatMap(([slug, has]) => (has === true ? [usedIn(slug)] : []))
}

/** Integrations of a kind by where they may be used, in the order of their slugs. */
export const accessIndex = (kind: string): ResourceIndex => ({ kind, valuesOf: accessValues })

/** Those that a workspace may use, by an index of access: two lists, of which no resource is in both. */
export function usableIn(
  find: Replica['find'],
  index: ResourceIndex,
  workspace: string,
): readonly (readonly Resource[])[] {
  const everywhere = find(index, EVERYWHERE)
  const excluded = find(index, excludedFrom(workspace))
  return [
    find(index, usedIn(workspace)),
    excluded.length === 0 ? everywhere : everywhere.filter(each => !excluded.includes(each)),
  ]
}

/** How many those are. */
export const countUsable = (find: Replica['find'], index: ResourceIndex, workspace: string): number =>
  find(index, usedIn(workspace)).length +
  find(index, EVERYWHERE).length -
  find(index, excludedFrom(workspace)).length

export interface IntegrationKind<Saved extends OwnedIntegration> {
  /** In the store they are named by their slugs. */
  readonly form: Pick<StoredForm<Saved>, 'kind' | 'read'>
  /** `MCP integration`. */
  readonly noun: string
  /** The parameter of paths. */
  readonly parameter: string
}

type Sources = Pick<ControlSources, 'replica'>

/** By its identifier or slug. */
export function findOfKind<Saved extends OwnedIntegration>(
  { form }: Pick<IntegrationKind<Saved>, 'form'>,
  { replica }: Sources,
  name: string,
): FoundInStore<Saved> | undefined {
  const found = replica && findResourceNamed(replica, form.kind, name)
  return found && { saved: form.read(found), revision: found.revision }
}

/** Callers with access see it; its owner changes it. */
export const isVisibleTo = (request: Requester, saved: OwnedIntegration): boolean =>
  request.mayOrganise ||
  request.principal.workspaces.keys().some(each => request.may(each) && hasAccess(saved, each)) ||
  (request.principal.organisation !== undefined && isOfWorkspaces(request, saved))

/** Whether it is used in a workspace where a caller of the organisation has only the scope of workspaces. */
const isOfWorkspaces = ({ may }: Requester, saved: OwnedIntegration): boolean =>
  saved.workspace === ''
    ? Object.keys(saved.access).some(each => may(each) && hasAccess(saved, each))
    : may(saved.workspace)

/** Where the secrets of one of its fields are, for their seal. */
export const secretsPlace = <Saved extends OwnedIntegration>(
  { form }: IntegrationKind<Saved>,
  { workspace, slug }: Pick<Saved, 'workspace' | 'slug'>,
  field: FieldsPlace['field'],
): FieldsPlace => ({ workspace, kind: form.kind, id: slug, field })

/** Headers of a body, sealed; those of before where it has none. */
export const sealHeaders = <Saved extends OwnedIntegration & { readonly headers: JsonObject }>(
  kind: IntegrationKind<Saved>,
  planned: Saved,
  headers: JsonObject | undefined,
  { sealing }: Pick<ControlSources, 'sealing'>,
): JsonObject | Failure =>
  headers === undefined
    ? planned.headers
    : sealFields(sealing, headers, () => true, secretsPlace(kind, planned, '/headers'))

/** Reads secrets of one of its fields for calls, by their names; none if they cannot be opened, which is logged. */
export function openSecretFields<Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  integration: Saved,
  [field, fields]: readonly [field: `/${string}`, fields: JsonObject],
  { sealing, writeLog }: SecretReading,
): (name: string) => string | undefined {
  const opened = openFields(sealing, fields, secretsPlace(kind, integration, field))
  if (typeof opened !== 'string') return name => opened.get(name)
  writeLog('error', opened)
  return () => undefined
}

export interface SecretReading {
  readonly sealing: Sealing | undefined
  readonly writeLog: (level: 'info' | 'error', message: string) => void
}
