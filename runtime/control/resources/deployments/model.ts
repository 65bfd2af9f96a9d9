// Deployments: named fleets of runtimes, which follow a label and serve callers of some workspaces. Only the store has them.
import type { Deployment } from '../../../../schemas/generated/control-types.ts'
import { asList, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { HEARTBEAT_TIMEOUT } from '../../core/heartbeats.ts'
import type { Kind } from '../../core/kind.ts'
import type { Heartbeat, Resource } from '../../core/resource-store.ts'

/** The kind of deployments in the store, where they are named by their slugs. */
export const DEPLOYMENT = 'deployment'

export const DEPLOYMENT_KINDS: readonly Kind[] = [
  {
    name: DEPLOYMENT,
    owner: 'client',
    replicated: true,
    signed: 'value',
    sealed: 'never',
    scopes: ['deployments'],
    audited: true,
    exported: false,
  },
]

export const toDeployment = ({ id, value }: Pick<Resource, 'id' | 'value'>): Deployment => ({
  id: asText(value['id']) ?? '',
  slug: id,
  name: asText(value['name']) ?? id,
  description: asText(value['description']) ?? null,
  production: value['production'] === true,
  label: asText(value['label']) ?? '',
  workspaces: asList(value['workspaces']).filter(each => typeof each === 'string'),
  created_at: asText(value['created_at']) ?? '',
  last_updated_at: asText(value['last_updated_at']) ?? '',
  object: 'deployment',
})

/** What the store keeps of a deployment. */
export const toStoredDeployment = ({ slug: _slug, object: _object, ...value }: Deployment): JsonObject =>
  ({ ...value }) as JsonObject

/** Whether callers of a workspace are served; a deployment without workspaces serves all. */
export const servesCallersOf = ({ workspaces }: Pick<Deployment, 'workspaces'>, workspace: string): boolean =>
  workspaces.length === 0 || workspaces.includes(workspace)

/** The processes that serve a deployment at a time in milliseconds. */
export const runtimesOf = (slug: string, heartbeats: readonly Heartbeat[], now: number): readonly string[] =>
  heartbeats
    .filter(({ value, at }) => value['deployment'] === slug && now - at <= HEARTBEAT_TIMEOUT)
    .map(({ id }) => id)
