// A change that was denied, and who counts it for the audit log.
import type { ControlRouteFact } from '../../../schemas/generated/control-routes.ts'
import type { Failure } from '../../values/failures.ts'
import type { Principal } from './principal.ts'

export interface DeniedRequest {
  readonly principal: Principal
  readonly fact: Pick<ControlRouteFact, 'operation' | 'method' | 'path' | 'effect'>
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>
  readonly pathname: string
}

export interface DeniedChanges {
  /** Counts it if it is a change of an identified caller that was denied. The reply does not wait for the store. */
  readonly note: (request: DeniedRequest, denied: Pick<Failure, 'code' | 'message'>) => void
  /** Writes what was counted. */
  readonly stop: () => Promise<void>
}
