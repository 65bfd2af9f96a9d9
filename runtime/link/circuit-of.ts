// The circuit of a call: that of its target, by config and place. Where the request itself says which provider or host
// is asked, each of these has a circuit of its own: a host that a stranger names and that is dead opens none of theirs.
import type { Binding, Breaker } from '../../schemas/generated/types.ts'
import type { Call } from '../call.ts'
import { isFailure } from '../failures.ts'
import type { Circuit, Circuits } from '../state/circuits.ts'
import type { FindTarget } from './own-binding.ts'

/** `id` names the target of the config. */
export function linkCircuit(
  id: string,
  { from }: Binding,
  rule: Breaker,
  findTarget: FindTarget,
  { circuit }: Circuits,
): (call: Call) => Circuit {
  const own = circuit(id, rule)
  return call => {
    const { customHost, settings } = call.options
    if (from !== 'request' && customHost === undefined && Object.keys(settings).length === 0) return own
    const target = findTarget(call)
    return isFailure(target) ? own : circuit(`${id} ${target.row.id} ${target.origin}`, rule)
  }
}
