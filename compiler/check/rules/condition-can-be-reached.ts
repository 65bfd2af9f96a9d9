// The first matching condition wins, so conditions after an empty query or after an equal one are unreachable.
import { counted } from '../../diagnostics/words.ts'
import { child, type Pointer } from '../../pointer.ts'
import type { Json } from '../../source.ts'
import { conditionsOf } from '../conditions.ts'
import { isList, isObject, own } from '../kind.ts'
import type { Rule } from '../rule.ts'

/** The same text for queries that differ only in the order of their keys. */
function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
  return `{${entries.sort().join()}}`
}

export const conditionCanBeReached: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const first = new Map<string, Pointer>()
    const conditions = conditionsOf(subject, site)
    for (const [index, { pointer, value }] of conditions.entries()) {
      const query = own(value, 'query')
      const at = child(pointer, 'query')
      if (!isObject(query)) continue
      if (Object.keys(query).length === 0) {
        tell('empty-query', at, 'An empty query matches every request.')
        const after = conditions[index + 1]
        if (after === undefined) break
        const count = conditions.length - index - 1
        const message =
          count === 1
            ? 'The condition is never evaluated: the one before it matches every request.'
            : `This and the ${count === 2 ? 'condition' : counted(count - 1, 'condition')} after it are never evaluated: the one before matches every request.`
        tell('unreachable-condition', after.pointer, message, {
          notes: [{ at, message: 'every request stops here' }],
        })
        break
      }
      const same = canonical(query)
      const earlier = first.get(same)
      if (earlier === undefined) first.set(same, at)
      else
        tell('duplicate-condition', at, 'The same query appears above, and the first match wins.', {
          notes: [{ at: earlier, message: 'first used here' }],
        })
    }
  }
}
