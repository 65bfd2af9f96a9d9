// Who sends a request to the control plane: a key of the manifest, or anyone where the gateway needs no key and therefore only
// listens on its own machine.
import { roleFacts } from '../../../schemas/generated/control-routes.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { linkAuthentication, needsKey } from '../../gateway/authenticate.ts'
import type { ControlRequest } from '../../values/control-surface.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { Principal } from './principal.ts'

/** Identifies who asks; a promise where a signature must be verified first. */
export type Identify = (
  request: Pick<ControlRequest, 'apiKey' | 'credentials'>,
) => Principal | Failure | Promise<Principal | Failure>

const ANYONE: Principal = {
  id: 'anyone',
  type: 'anyone',
  role: 'owner',
  organisation: 'all',
  workspaces: new Map(),
}

export function linkIdentification(gateway: Gateway, hash: Ports['hash']): Identify {
  if (!needsKey(gateway)) return () => ANYONE
  const { identify } = linkAuthentication(gateway, hash)
  return ({ apiKey, credentials }) => {
    const caller = identify({ options: { apiKey }, credentials })
    if (isFailure(caller)) return caller
    const { id, workspace, scopes } = caller
    const included = [...scopes].flatMap(scope => [scope, ...(roleFacts.includes[scope] ?? [])])
    return {
      id,
      type: 'api-key',
      organisation: undefined,
      workspaces: new Map([[workspace, new Set(included)]]),
    }
  }
}
