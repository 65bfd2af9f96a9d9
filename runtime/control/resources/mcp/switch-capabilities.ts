// Capabilities switched on and off: what is off is stored, for all callers, a person or a key.
import type { McpCapabilitySwitch } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { CapabilityKind } from '../../../mcp/catalogue/mcp-server.ts'
import { listedNames } from '../../../mcp/catalogue/name-rules.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { keyOfWorkspace, personReferenceFault } from '../../access/members/person-reference.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { SwitchedOff } from './model.ts'

const EVERYBODY = ''

const subjectOf = ({ user_id, api_key_id }: Pick<McpCapabilitySwitch, 'user_id' | 'api_key_id'>): string =>
  user_id !== undefined ? `user:${user_id}` : api_key_id !== undefined ? `key:${api_key_id}` : EVERYBODY

export function switchCapabilities(off: SwitchedOff, switches: readonly McpCapabilitySwitch[]): SwitchedOff {
  const next = new Map(Object.entries(off).map(([subject, names]) => [subject, new Set(names)] as const))
  for (const each of switches) {
    const names = next.get(subjectOf(each)) ?? new Set<string>()
    const name = `${each.type}:${each.name}`
    if (each.enabled) names.delete(name)
    else names.add(name)
    next.set(subjectOf(each), names)
  }
  return Object.fromEntries(
    [...next].flatMap(([subject, names]) =>
      names.size === 0 ? [] : [[subject, [...names].sort()] as const],
    ),
  )
}

/** Whether nothing switches a capability off for a caller. */
export function isSwitchedOn(
  off: SwitchedOff,
  { key, user }: { readonly key?: string | undefined; readonly user?: string | undefined },
): (kind: CapabilityKind, name: string) => boolean {
  const subjects = [
    EVERYBODY,
    ...(user === undefined ? [] : [`user:${user}`]),
    ...(key === undefined ? [] : [`key:${key}`]),
  ]
  const isOff = listedNames(
    subjects.flatMap(subject => (Object.hasOwn(off, subject) ? (off[subject] ?? []) : [])),
  )
  return (kind, name) => !isOff(`${kind}:${name}`)
}

/** What is off, for readers. */
export const showSwitchedOff = (off: SwitchedOff): readonly JsonObject[] =>
  Object.entries(off).flatMap(([subject, names]) =>
    names.map(text => {
      const [type = '', ...rest] = text.split(':')
      return {
        name: rest.join(':'),
        type,
        enabled: false,
        user_id: subject.startsWith('user:') ? subject.slice(5) : null,
        api_key_id: subject.startsWith('key:') ? subject.slice(4) : null,
      }
    }),
  )

/** The switches with whom they concern as calls know them; 404 for people and keys that the workspace does not have. */
export function namedSubjects(
  context: Pick<ControlSources, 'replica' | 'gateway' | 'hash'>,
  workspace: string,
  switches: readonly McpCapabilitySwitch[],
): readonly McpCapabilitySwitch[] | Failure {
  const named: McpCapabilitySwitch[] = []
  for (const each of switches) {
    const { user_id: user, api_key_id: key } = each
    const fault = user === undefined ? undefined : personReferenceFault(context, workspace, user)
    const known = key === undefined ? undefined : keyOfWorkspace(context, workspace, key)
    const refused = fault ?? (isFailure(known) ? known : undefined)
    // What is switched on again may be of a person who has left.
    if (refused !== undefined && !each.enabled) return refused
    named.push({ ...each, ...(known !== undefined && !isFailure(known) && { api_key_id: known }) })
  }
  return named
}
