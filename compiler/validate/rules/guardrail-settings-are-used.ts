// Every setting of a guardrail has an effect.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { denialsOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { reportIgnored } from '../reporting/report.ts'
import { ownProperty } from '../values/json-values.ts'

/** The types of the interface; the checks decide what a guardrail does. */
const GUARDRAIL_TYPES: readonly unknown[] = ['guardrail', 'mutator']

export const guardrailSettingsAreUsed: Rule = ({ guards, knownGuards }, report) => {
  for (const { name, hook, pointer } of guards.references)
    if (hook === 'reply' && knownGuards.get(name)?.beside === true)
      report(
        'setting-without-effect',
        pointer,
        `The guardrail ${quoteName(name)} has "when: beside", which has no effect on replies.`,
      )
  for (const guard of guards.definitions) {
    const { pointer, value, checks } = guard
    const type = ownProperty(value, 'type')
    if (ownProperty(value, 'async') === true && ownProperty(value, 'stream') !== undefined)
      reportIgnored(
        report,
        guard,
        ['stream'],
        () => ': an asynchronous guardrail runs after the end of the reply.',
      )
    if (ownProperty(value, 'async') === true && ownProperty(value, 'when') === 'beside')
      reportIgnored(
        report,
        guard,
        ['when'],
        () => ': an asynchronous guardrail runs after the reply was sent.',
      )
    const { failed, passed } = denialsOf(guard)
    if (ownProperty(value, 'denial_message') !== undefined && failed.length === 0 && passed.length === 0)
      reportIgnored(report, guard, ['denial_message'], () => ': the guardrail does not deny.')
    if (ownProperty(value, 'sequential') === true && checks.length === 1)
      report(
        'setting-without-effect',
        { key: childPointer(pointer, 'sequential') },
        '"sequential" has no effect: there is one check.',
        { severity: 'note' },
      )
    if (typeof type === 'string' && !GUARDRAIL_TYPES.includes(type))
      report(
        'setting-without-effect',
        childPointer(pointer, 'type'),
        `The type ${quoteName(type)} has no effect beyond the log: the checks decide what a guardrail does.`,
        { severity: 'note' },
      )
  }
}
