// The fields of a strategy, and status codes next to it, belong to a mode that reads them.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { hasProperty, isLeaf, objectProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { strategyMode } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

const MODE_OF_FIELD: Readonly<Record<string, string>> = {
  conditions: 'conditional',
  default: 'conditional',
  on_status_codes: 'fallback',
  on_errors: 'fallback',
}

export const strategyFieldsMatchMode: Rule = (context, report) => {
  for (const node of context.nodes) {
    const mode = strategyMode(context, node)
    const strategy = objectProperty(node, 'strategy')
    for (const readingMode of new Set(Object.values(MODE_OF_FIELD))) {
      const ignored = Object.keys(MODE_OF_FIELD).filter(
        name => MODE_OF_FIELD[name] === readingMode && ownProperty(strategy, name) !== undefined,
      )
      if (mode === undefined || mode === readingMode) continue
      const pointer = childPointer(node.pointer, 'strategy')
      reportIgnored(
        report,
        { pointer },
        ignored,
        it => ` in mode "${mode}": mode "${readingMode}" reads ${it}.`,
      )
    }
    const hasOuterCodes = ownProperty(node.value, 'on_status_codes') !== undefined
    if (hasOuterCodes && (isLeaf(node) || (mode !== undefined && mode !== 'fallback'))) {
      const retry = hasProperty(node, 'retry') ? '' : ' To retry on these codes, list them in "retry".'
      report(
        'setting-without-effect',
        { key: childPointer(node.pointer, 'on_status_codes') },
        `"on_status_codes" has no effect here: mode "fallback" reads it.${retry}`,
      )
    }
  }
}
