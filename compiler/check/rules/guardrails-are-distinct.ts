// A guardrail runs once per list: ids in a list are distinct, and none repeats a gateway-wide guardrail.
import { quoted } from '../../diagnostics/words.ts'
import { child, type Pointer, parent } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'

interface Use {
  readonly id: string
  readonly at: Pointer
  readonly list: Pointer
}

export const guardrailsAreDistinct: Rule = ({ guards, surroundings }, tell) => {
  const first = new Map<string, Pointer>()
  const everywhere = { request: surroundings.guards?.before ?? [], reply: surroundings.guards?.after ?? [] }
  const written = guards.written.flatMap(({ pointer, value, side }): readonly Use[] => {
    const id = own(value, 'id')
    if (side === undefined || typeof id !== 'string' || id === '') return []
    return [{ id, at: child(pointer, 'id'), list: parent(pointer) }]
  })
  const named = guards.named.map(
    ({ name, pointer }): Use => ({ id: name, at: pointer, list: parent(pointer) }),
  )
  for (const { id, at, list } of [...written, ...named]) {
    const earlier = first.get(`${list} ${id}`)
    if (earlier === undefined) first.set(`${list} ${id}`, at)
    else
      tell('duplicate-guardrail', at, `Two guardrails of this list have the id ${quoted(id)}.`, {
        notes: [{ at: earlier, message: 'another is here' }],
      })
  }
  for (const { name, side, pointer } of guards.named)
    if (everywhere[side].includes(name))
      tell(
        'duplicate-guardrail',
        pointer,
        `The guardrail ${quoted(name)} runs twice: the manifest applies it to every ${side}.`,
      )
}
