// Finds the circuit of a call: one per target, by config and path. Where the request names the provider or host, each
// of these has its own circuit, so a dead host named by one client opens no other circuit.
import type { Binding, Breaker } from '../../../schemas/generated/types.ts'
import type { Circuit, Circuits } from '../../state/circuits.ts'
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'
import type { FindTarget } from './static-binding.ts'

/** `id` identifies the target of the config. */
export function linkCircuit(
  id: string,
  { from }: Binding,
  rule: Breaker,
  findTarget: FindTarget,
  { circuit }: Circuits,
): (call: Call) => Circuit {
  const ownCircuit = circuit(id, rule)
  return call => {
    const { customHost, settings } = call.options
    if (from !== 'request' && customHost === undefined && Object.keys(settings).length === 0)
      return ownCircuit
    const target = findTarget(call)
    return isFailure(target) ? ownCircuit : circuit(`${id} ${target.spec.id} ${target.origin}`, rule)
  }
}
