// Every setting of a guardrail has an effect.
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
import type { Rule } from '../rule.ts'

/** The types of the interface; the checks decide what a guardrail does. */
const TYPES: readonly unknown[] = ['guardrail', 'mutator']

export const guardrailReadsItsSettings: Rule = ({ guards }, tell) => {
  for (const guard of guards.written) {
    const { pointer, value, checks } = guard
    const type = own(value, 'type')
    if (own(value, 'async') === true && own(value, 'stream') !== undefined)
      tellIdle(tell, guard, ['stream'], () => ': an asynchronous guardrail runs after the end of the reply.')
    if (own(value, 'sequential') === true && checks.length === 1)
      tell(
        'setting-without-effect',
        { key: child(pointer, 'sequential') },
        '"sequential" has no effect: there is one check.',
        { severity: 'note' },
      )
    if (typeof type === 'string' && !TYPES.includes(type))
      tell(
        'setting-without-effect',
        child(pointer, 'type'),
        `The type ${quoted(type)} has no effect beyond the log: the checks decide what a guardrail does.`,
        { severity: 'note' },
      )
  }
}
