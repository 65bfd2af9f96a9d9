// Rules about what a guardrail can do: without an effect, or without a way to pass, it is a mistake.

import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, parentPointer } from '../../../schemas/values/pointer.ts'
import { rewritingOf } from '../../lower/stream-mode.ts'
import { denialsOf } from '../nodes/denying-guards.ts'
import { isShorthand } from '../nodes/guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

/** A guardrail without checks never fails. */
export const guardrailHasChecks: Rule = ({ guards, structure }, report) => {
  for (const { kind, pointer, value, checks } of guards.definitions) {
    // A malformed check was reported already.
    const list = ownProperty(value, 'checks')
    const hasChecksProperty =
      list === undefined
        ? structure.intendedNames(pointer, value).has('checks')
        : !isJsonArray(list) || list.length > 0
    if (checks.length > 0 || hasChecksProperty || Object.keys(value).some(name => isShorthand(kind, name)))
      continue
    const location = /^\d+$/.test(lastToken(pointer) ?? '') ? pointer : { key: pointer }
    const noun = parentPointer(pointer).endsWith('_hooks') ? 'hook' : 'guardrail'
    report('guardrail-without-checks', location, `The ${noun} has no checks, so everything passes.`)
  }
}

/** A guardrail denies on failure or on success, not on both. */
export const guardrailCanPass: Rule = ({ guards }, report) => {
  for (const guard of guards.definitions) {
    const { failed, passed } = denialsOf(guard)
    const [first] = failed
    for (const at of first === undefined ? [] : passed)
      report(
        'guardrail-always-denies',
        { key: at },
        'The guardrail denies when its checks pass and when they fail, so nothing ever gets through.',
        { notes: [{ at: { key: first ?? at }, message: 'it denies on failure here' }] },
      )
  }
}

/** A guardrail failed without denying. */
const FAILED_STATUS = 246
const STATUS_LISTS = new Set(['on_status_codes', 'failure_status_codes'])

/** A guardrail that holds requests or replies up can deny or rewrite them, or something acts on its verdict. */
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

/** A guardrail that runs after the reply was sent can neither deny nor rewrite it. */
export const asyncGuardrailDeniesNothing: Rule = ({ guards, parsed }, report) => {
  for (const { value, pointer, checks } of guards.definitions) {
    if (ownProperty(value, 'async') !== true) continue
    const setting = childPointer(pointer, 'async')
    const options = {
      notes: [{ at: setting, message: 'it is asynchronous here' }],
      fix: replaceWith(parsed, setting, 'true', 'false'),
    }
    const { failed, passed } = denialsOf({ pointer, value })
    for (const at of [...failed, ...passed])
      report(
        'async-guardrail-denies',
        { key: at },
        'An asynchronous guardrail runs after the reply was sent and cannot deny it. Remove "async" or "deny".',
        options,
      )
    for (const check of checks)
      if (rewritingOf(check) === 'always')
        report(
          'async-guardrail-rewrites',
          check.location,
          `An asynchronous guardrail runs after the text was sent, so ${quoteName(check.name)} cannot rewrite it.`,
          options,
        )
  }
}

/** A guardrail that runs beside the call cannot rewrite the request, which is on its way. */
export const besideGuardrailRewritesNothing: Rule = ({ guards, parsed }, report) => {
  for (const { value, pointer, checks } of guards.definitions) {
    if (ownProperty(value, 'when') !== 'beside') continue
    const setting = childPointer(pointer, 'when')
    for (const check of checks)
      if (rewritingOf(check) !== 'never')
        report(
          'beside-guardrail-rewrites',
          check.location,
          `A guardrail beside the call receives the request when it has been sent, so ${quoteName(check.name)} cannot rewrite it.`,
          {
            notes: [{ at: setting, message: 'it runs beside the call here' }],
            fix: replaceWith(parsed, setting, 'beside', 'before'),
          },
        )
  }
}
