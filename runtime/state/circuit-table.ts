// Circuit breakers by id, bounded: inline configs create new ones without limit. A linked route holds a reference to its
// own, so an evicted one is reset only when its config is linked again.
import type { Circuit, CircuitRule, Circuits } from './circuits.ts'

const MAX_CIRCUITS = 16_384

export function createCircuitTable(
  create: (id: string, rule: CircuitRule) => Circuit,
): Pick<Circuits, 'circuit' | 'known'> {
  const circuits = new Map<string, { readonly rule: CircuitRule; readonly circuit: Circuit }>()
  const find: Circuits['circuit'] = (id, rule) => {
    const existing = circuits.get(id)
    if (existing?.rule.threshold === rule.threshold && existing.rule.cooldown === rule.cooldown)
      return existing.circuit
    const circuit = create(id, rule)
    circuits.delete(id)
    circuits.set(id, { rule, circuit })
    const oldest = circuits.size > MAX_CIRCUITS ? circuits.keys().next() : undefined
    if (oldest !== undefined && !oldest.done) circuits.delete(oldest.value)
    return circuit
  }
  return { circuit: find, known: () => circuits.entries().map(([id, { circuit }]) => [id, circuit] as const) }
}
