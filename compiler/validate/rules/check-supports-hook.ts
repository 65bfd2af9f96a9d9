// A check runs on requests, on replies, or on both, and is used only where it is supported.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { GuardHook } from '../nodes/guards.ts'
import type { Rule } from '../nodes/rule-context.ts'

const HOOK_NAMES: Readonly<Record<GuardHook, string>> = { request: 'requests', reply: 'replies' }

export const checkSupportsHook: Rule = ({ catalog, guards, knownGuards }, report) => {
  const supportsHook = (id: string, hook: GuardHook): boolean =>
    catalog.check(id)?.hooks.includes(hook) ?? true
  for (const { hook, checks } of guards.definitions)
    for (const { name, id, location, facts } of checks)
      if (hook !== undefined && !supportsHook(id, hook)) {
        const supportedHooks = joinNames(
          (facts?.hooks ?? []).map(each => HOOK_NAMES[each]),
          'and',
        )
        report(
          'misplaced-check',
          location,
          `${quoteName(name)} checks ${supportedHooks} and cannot run on ${HOOK_NAMES[hook]}.`,
        )
      }
  for (const { name, hook, pointer } of guards.references) {
    const misplaced = (knownGuards.get(name)?.checks ?? []).filter(id => !supportsHook(id, hook))
    if (misplaced.length > 0)
      report(
        'misplaced-check',
        pointer,
        `The guardrail ${quoteName(name)} cannot run on ${HOOK_NAMES[hook]}: it contains ${joinNames(misplaced.map(quoteName), 'and')}.`,
      )
  }
}
