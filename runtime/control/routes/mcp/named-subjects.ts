// Whom switches of capabilities concern, as calls know them; 404 for people and keys that the workspace does not have.
import type { McpCapabilitySwitch } from '../../../../schemas/generated/control-types.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { keyOfWorkspace, personReferenceFault } from '../../access/members/person-reference.ts'
import type { ControlSources } from '../../core/control-sources.ts'

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
    // What is switched on again may be of somebody who has left.
    if (refused !== undefined && !each.enabled) return refused
    named.push({ ...each, ...(known !== undefined && !isFailure(known) && { api_key_id: known }) })
  }
  return named
}
