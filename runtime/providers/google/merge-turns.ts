// Turns of the dialect. Adjacent model messages form one turn, and so do tool results, which are ordered by their
// calls: the dialect matches them by name and order.
import type { JsonObject } from '../../../schemas/values/json.ts'

export interface Turn {
  readonly kind: 'user' | 'model' | 'results'
  readonly parts: readonly JsonObject[]
  /** Of a result: the index of its call among all calls. */
  readonly order?: number
}

/** Empty turns are left out. */
export function mergeTurns(turns: readonly Turn[]): readonly JsonObject[] {
  const groups: Turn[][] = []
  for (const turn of turns) {
    if (turn.parts.length === 0) continue
    const last = groups.at(-1)
    if (turn.kind !== 'user' && last?.[0]?.kind === turn.kind) last.push(turn)
    else groups.push([turn])
  }
  return groups.map(group => ({
    role: group[0]?.kind === 'model' ? 'model' : 'user',
    parts: group[0]?.kind === 'results' ? resultParts(group) : group.flatMap(turn => turn.parts),
  }))
}

const isResult = (part: JsonObject): boolean => part['functionResponse'] !== undefined

/** Attachments of results follow after all results. */
function resultParts(group: readonly Turn[]): readonly JsonObject[] {
  const parts = group
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .flatMap(turn => turn.parts)
  return [...parts.filter(isResult), ...parts.filter(part => !isResult(part))]
}
