// The first matching condition wins, so conditions after an empty query or after an equal one are unreachable.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { conditionsOf } from '../nodes/conditions.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** The same text for queries that differ only in the order of their keys. */
function orderIndependentText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(orderIndependentText).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${orderIndependentText(item)}`,
  )
  return `{${entries.sort().join()}}`
}

export const conditionIsReachable: Rule = (context, report) => {
  for (const node of context.nodes) {
    const first = new Map<string, Pointer>()
    const conditions = conditionsOf(context, node)
    for (const [index, { pointer, value }] of conditions.entries()) {
      const query = ownProperty(value, 'query')
      const at = childPointer(pointer, 'query')
      if (!isJsonObject(query)) continue
      if (Object.keys(query).length === 0) {
        report('empty-query', at, 'An empty query matches every request.')
        const after = conditions[index + 1]
        if (after === undefined) break
        const count = conditions.length - index - 1
        const message =
          count === 1
            ? 'The condition is never evaluated: the preceding one matches every request.'
            : `This and the ${count === 2 ? 'condition' : pluralize(count - 1, 'condition')} after it are never evaluated: the preceding one matches every request.`
        report('unreachable-condition', after.pointer, message, {
          notes: [{ at, message: 'every request stops here' }],
        })
        break
      }
      const queryText = orderIndependentText(query)
      const earlier = first.get(queryText)
      if (earlier === undefined) first.set(queryText, at)
      else
        report('duplicate-condition', at, 'The same query appears above, and the first match wins.', {
          notes: [{ at: earlier, message: 'first used here' }],
        })
    }
  }
}
