// default.webhook: the user's own webhook decides about the whole request or reply, and may replace it.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { isNestedTooDeep } from '../body-texts/strict-json.ts'
import type { Check, CheckInput, CheckResult } from '../check.ts'
import { checkError } from '../result.ts'
import { callServiceForJson, linkServiceHeaders, withServiceReason } from '../services/call-service.ts'
import { safeLabel } from '../services/declarative/safe-label.ts'
import { valueAtPath } from '../services/declarative/template.ts'
import { toHookEvent } from './shared/hook-event.ts'

/** Maximum response size in bytes; it may contain a whole request. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024
/** Maximum number of facts shown from its `data`. */
const MAX_FACTS = 20

export const webhook: Check<CheckParameters['default.webhook']> = {
  link: ({ webhookURL: url, showReason, not, ...parameters }, context) => {
    const headers = linkServiceHeaders(parameters, context)
    return async (input, ports) => {
      const request = { method: 'POST', url, headers, body: toHookEvent(input), maxBytes: MAX_RESPONSE_BYTES }
      const response = await callServiceForJson('The webhook', request, ports)
      if ('fault' in response) return checkError(response.fault)
      const { json, reply } = response
      if (isNestedTooDeep(reply.bytes))
        return checkError('The webhook returned JSON that is nested too deeply.')
      const verdict = isObject(json) ? json['verdict'] : undefined
      if (!isObject(json) || typeof verdict !== 'boolean')
        return checkError('The webhook returned no boolean "verdict".')
      return toCheckResult(json, verdict, input, { showReason, not })
    }
  },
}

function toCheckResult(
  json: JsonObject,
  verdict: boolean,
  { side }: CheckInput,
  { showReason, not }: { readonly showReason: boolean; readonly not: boolean },
): CheckResult {
  const part = side === 'request' ? 'request' : 'response'
  const body = valueAtPath(json, ['transformedData', part, 'json']) ?? null
  if (body !== null && !isObject(body))
    return checkError(`The webhook returned a replacement ${side} that is not an object.`)
  const { data } = json
  const negation = verdict && not ? '; "not" forbids this' : ''
  const sentence = `The webhook ${verdict ? 'accepted' : 'rejected'} it${negation}.`
  const facts = shownFacts(data)
  return {
    passed: verdict !== not,
    reason: withServiceReason(
      sentence,
      valueAtPath(data, ['reason']) ?? valueAtPath(data, ['explanation']),
      showReason,
    ),
    ...(facts === undefined ? {} : { facts }),
    ...(body === null ? {} : { body }),
  }
}

/** Numbers, booleans and identifiers of its `data`. */
function shownFacts(data: Json | undefined): JsonObject | undefined {
  if (!isObject(data)) return undefined
  const shown = Object.entries(data)
    .slice(0, MAX_FACTS)
    .flatMap(([name, value]): (readonly [string, Json])[] => {
      const fact = safeLabel(value)
      return fact === undefined || safeLabel(name) === undefined ? [] : [[name, fact]]
    })
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}
