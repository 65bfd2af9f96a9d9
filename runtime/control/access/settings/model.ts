// Settings that grant scopes to roles of workspaces: those of a workspace override those of the organisation, which override the defaults. The
// list of settings is schemas/control/settings.json. One of the organisation has how long people stay signed in.
import { controlScopes, roleFacts } from '../../../../schemas/generated/control-routes.ts'
import { asCount, asObject } from '../../../../schemas/values/json.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { expandScopes, type Scopes } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'

/** The kind of settings in the store: `organisation`, and `workspace/` with a slug. */
export const SETTINGS = 'settings'

export const SETTINGS_KINDS: readonly Kind[] = [
  clientKind({ name: SETTINGS, signed: 'never', sealed: 'never', scopes: ['settings'] }),
]

export const ORGANISATION_SETTINGS = 'organisation'
export const workspaceSettings = (slug: string): string => `workspace/${slug}`

export type RoleSettingValues = Readonly<Record<string, boolean>>

type Source = Pick<Replica, 'get'> | undefined

/** The settings as they apply in a workspace; without one, those of the organisation. */
export function roleSettings(replica: Source, workspace?: string): RoleSettingValues {
  const all = asObject(replica?.get(SETTINGS, ORGANISATION_SETTINGS)?.value)
  const own =
    workspace === undefined ? {} : asObject(replica?.get(SETTINGS, workspaceSettings(workspace))?.value)
  return Object.fromEntries(
    Object.entries(roleFacts.settings).map(([name, { default: usual }]) => {
      const value = own[name] ?? all[name]
      return [name, typeof value === 'boolean' ? value : usual]
    }),
  )
}

/** What a role of a workspace may do there. */
export function workspaceRoleScopes(role: string, settings: RoleSettingValues): Scopes {
  const usual = expandScopes(roleFacts.workspace[role] ?? [], controlScopes)
  if (usual === 'all') return usual
  const scopes = new Set(usual)
  for (const [name, setting] of Object.entries(roleFacts.settings))
    if (setting.role === role)
      for (const scope of setting.scopes)
        if (settings[name] === true) scopes.add(scope)
        else scopes.delete(scope)
  return scopes
}

/** Seconds since a token was issued; undefined if only the token limits it. */
export function maxSessionTtl(replica: Pick<Replica, 'get'> | undefined): number | undefined {
  const settings = asObject(replica?.get(SETTINGS, ORGANISATION_SETTINGS)?.value)
  return asCount(asObject(settings['session_settings'])['max_session_ttl'])
}
