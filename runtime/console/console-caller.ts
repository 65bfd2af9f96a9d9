// Who uses the console, what they may do, and what the gateway has: what the page shows before anything else.
import { VERSION } from '../../compiler/facts/version.ts'
import type { ConsoleSession, HeldScopes, SessionMethod } from '../../schemas/contracts/console-session.ts'
import { asText } from '../../schemas/values/json.ts'
import { API_KEY } from '../control/access/keys/model.ts'
import { toPerson, USER } from '../control/access/members/model.ts'
import { maxSessionTtl } from '../control/access/settings/model.ts'
import { findWorkspace } from '../control/access/workspaces/model.ts'
import type { Principal, Scopes } from '../control/core/principal.ts'
import type { ControlContext } from '../control/serve/control-context.ts'
import type { Identify } from '../control/serve/identify.ts'
import { needsKey } from '../gateway/authenticate.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'

/** The control plane of the bundle that is served. */
export interface ConsoleSources {
  readonly context: ControlContext
  readonly identify: Identify
}

/** Who a credential signs in; without one, anyone may where the gateway has no keys and no owner. */
export async function identifyCaller(
  { identify }: ConsoleSources,
  servesWorkspace: ((workspace: string) => boolean) | undefined,
  credential: string | undefined,
): Promise<Principal | Failure> {
  const principal = await identify({ apiKey: credential, credentials: [] })
  if (isFailure(principal) || servesWorkspace === undefined || principal.organisation !== undefined)
    return principal
  const { type, workspaces } = principal
  return type === 'person' || [...workspaces.keys()].some(servesWorkspace) ? principal : OTHER_WORKSPACE
}

/** As for calls: the caller learns nothing of how a fleet is divided. */
const OTHER_WORKSPACE = failure('forbidden', 'This gateway does not serve callers of your workspace.')

export const isOwner = ({ type, role }: Principal): boolean =>
  type === 'admin-key' || (type === 'api-key' && role === 'owner')

/** Seconds that a session of a person may last; undefined: only the manifest limits it. */
export const longestSession = ({ context }: ConsoleSources): number | undefined =>
  maxSessionTtl(context.replica)

const TYPES = { anyone: 'open', 'api-key': 'key', 'admin-key': 'admin', person: 'person' } as const

const listOf = (scopes: Scopes | undefined): HeldScopes =>
  scopes === 'all' ? 'all' : [...(scopes ?? [])].sort()

export function describeCaller(
  principal: Principal,
  { context }: ConsoleSources,
): NonNullable<ConsoleSession['caller']> {
  const { id, type, role, key, user, organisation, workspaces } = principal
  const { replica } = context
  const ofKey = key === undefined ? undefined : asText(replica?.get(API_KEY, key)?.value['name'])
  const person = user === undefined ? undefined : replica?.get(USER, user)
  const { displayName, firstName, lastName, email } = person === undefined ? NO_PERSON : toPerson(person)
  const ofPerson = displayName ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined)
  const name = type === 'person' ? ofPerson : (ofKey ?? (type === 'api-key' ? id : undefined))
  const address = type === 'person' ? id : email
  return {
    type: TYPES[type],
    id,
    ...(name !== undefined && { name }),
    ...(address !== undefined && { email: address }),
    ...(role !== undefined && { role }),
    scopes: listOf(organisation),
    workspaces: Array.from(workspaces, ([slug, scopes]) => ({
      id: findWorkspace(context, slug)?.workspace.id ?? slug,
      slug,
      scopes: listOf(scopes),
    })),
    ...(key !== undefined && { key }),
  }
}

const NO_PERSON = { displayName: undefined, firstName: undefined, lastName: undefined, email: undefined }

/** How a person may begin a session. */
export const methodsOf = (
  { context: { gateway, keys } }: ConsoleSources,
  hasSetup: boolean,
): readonly SessionMethod[] => [
  ...(!needsKey(gateway) && keys?.hasOwner() !== true ? (['open'] as const) : []),
  ...(hasSetup && keys?.hasOwner() === false ? (['setup'] as const) : []),
  ...(gateway.signIn?.clientId !== undefined && gateway.publicUrl !== undefined ? (['oidc'] as const) : []),
  ...(keys !== undefined || gateway.apiKeys.length > 0 ? (['key'] as const) : []),
]

/** `origin`: of this request; `callsOrigin`: of the listener of calls. */
export function describeGateway(
  { context: { gateway, replica, logs, prompts = {} } }: ConsoleSources,
  plan: string,
  origin: string,
  callsOrigin: string | undefined,
): ConsoleSession['gateway'] {
  const hasStore = replica !== undefined
  return {
    version: VERSION,
    plan,
    origin,
    base_url: `${gateway.publicUrl ?? callsOrigin ?? origin}/v1`,
    header_prefix: gateway.headerPrefix,
    has: {
      store: hasStore,
      logs: logs !== undefined,
      bodies: gateway.telemetry?.bodies !== undefined,
      mcp: hasStore || gateway.mcp !== undefined,
      agents: hasStore || gateway.agents !== undefined,
      prompts: hasStore || Object.keys(prompts).length > 0,
      pools: gateway.pools !== undefined,
      calls: callsOrigin !== undefined,
    },
  }
}
