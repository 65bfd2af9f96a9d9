// Deployments: named fleets of runtimes, which follow a label and serve callers of some workspaces. Only the store has them.
import type { Deployment } from '../../../../schemas/generated/control-types.ts'
import { HEARTBEAT_TIMEOUT } from '../../core/heartbeats.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Heartbeat } from '../../core/resource-store.ts'
import { always, FLAG, KEY, NAME, storedForm, TEXT, TEXT_OR_NULL, TEXTS } from '../../core/stored-form.ts'

/** The kind of deployments in the store, where they are named by their slugs. */
export const DEPLOYMENT = 'deployment'

export const DEPLOYMENT_KINDS: readonly Kind[] = [
  clientKind({ name: DEPLOYMENT, signed: 'value', sealed: 'never', scopes: ['deployments'] }),
]

export const DEPLOYMENT_FORM = storedForm<Required<Deployment>>(DEPLOYMENT, {
  id: TEXT,
  slug: KEY,
  name: NAME,
  description: TEXT_OR_NULL,
  production: FLAG,
  label: TEXT,
  workspaces: TEXTS,
  created_at: TEXT,
  last_updated_at: TEXT,
  object: always('deployment'),
})

/** Whether callers of a workspace are served; a deployment without workspaces serves all. */
export const servesCallersOf = ({ workspaces }: Pick<Deployment, 'workspaces'>, workspace: string): boolean =>
  workspaces.length === 0 || workspaces.includes(workspace)

/** The processes that serve a deployment at a time in milliseconds. */
export const runtimesOf = (slug: string, heartbeats: readonly Heartbeat[], now: number): readonly string[] =>
  heartbeats
    .filter(({ value, at }) => value['deployment'] === slug && now - at <= HEARTBEAT_TIMEOUT)
    .map(({ id }) => id)
