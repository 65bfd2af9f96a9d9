// Reports settings that have no effect, grouped in one diagnostic at the first of them.
import { joinNames, quoteName } from '../../schemas/values/format-names.ts'
import { childPointer } from '../../schemas/values/pointer.ts'
import type { ConfigNode } from './config-node.ts'
import type { ReportAt } from './report.ts'

/**
 * Reports that settings of a config node have no effect. `why` ends the sentence; it receives the pronoun for the
 * settings.
 */
export function reportIgnored(
  report: ReportAt,
  { pointer }: Pick<ConfigNode, 'pointer'>,
  names: readonly string[],
  reason: (it: string) => string,
): void {
  const [first] = names
  if (first === undefined) return
  const [verb, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them']
  const message = `${joinNames(names.map(quoteName), 'and')} ${verb} no effect${reason(it)}`
  report('setting-without-effect', { key: childPointer(pointer, first) }, message)
}
