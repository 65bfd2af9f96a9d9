// A guardrail that holds requests or replies up can deny or rewrite them, or something acts on its verdict.
import type { Json } from '../../../schemas/values/json.ts'
import { rewritingOf } from '../../lower/stream-mode.ts'
import { denialsOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** A guardrail failed without denying. */
const FAILED_STATUS = 246
const STATUS_LISTS = new Set(['on_status_codes', 'failure_status_codes'])

export const guardrailHasAConsequence: Rule = ({ root, guards, parsed, environment }, report) => {
  // Warnings of header configs are not shown to anyone. What acts on the verdict of a manifest's guardrail is in configs.
  if (environment.origin === 'request' || root === 'manifest') return
  const silent = guards.definitions.filter(({ pointer, value, checks }) => {
    const { failed, passed } = denialsOf({ pointer, value })
    const outcomes = [ownProperty(value, 'on_fail'), ownProperty(value, 'on_success')]
    return (
      checks.length > 0 &&
      ownProperty(value, 'async') !== true &&
      failed.length + passed.length === 0 &&
      outcomes.every(outcome => ownProperty(outcome, 'feedback') === undefined) &&
      checks.every(
        check => check.facts?.validate(check.parameters) === true && rewritingOf(check) === 'never',
      )
    )
  })
  if (silent.length === 0 || actsOnVerdicts(parsed.value)) return
  for (const { pointer } of silent)
    report(
      'guardrail-without-consequence',
      pointer,
      'The guardrail can neither deny nor rewrite anything: a failure only changes the status to 246. Set "deny: true", or "async: true" if it only observes.',
    )
}

/** Whether a list of status codes somewhere names the status of a failed guardrail. */
function actsOnVerdicts(value: Json): boolean {
  if (isJsonArray(value)) return value.some(actsOnVerdicts)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([name, item]) =>
    STATUS_LISTS.has(name) && isJsonArray(item) ? item.includes(FAILED_STATUS) : actsOnVerdicts(item),
  )
}
