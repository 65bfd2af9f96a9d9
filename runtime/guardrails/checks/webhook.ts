// default.webhook: the user's own webhook decides about the whole request or reply, and may replace it.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isObject } from '../../providers/wire/json.ts'
import { askForJson } from '../asking/ask-service.ts'
import { erred } from '../asking/erred.ts'
import { hookEvent } from '../asking/hook-event.ts'
import { linkServiceHeaders } from '../asking/service-headers.ts'
import { withToldReason } from '../asking/told-reason.ts'
import type { Check, Finding, Subject } from '../check.ts'
import { showable } from '../described/identifier.ts'
import { valueAt } from '../described/template.ts'
import { isTooDeep } from '../texts/read-json.ts'

/** Maximum response size in bytes; it may contain a whole request. */
const LARGEST = 8 * 1024 * 1024
/** Maximum number of facts shown from its `data`. */
const MOST_FACTS = 20

export const webhook: Check<CheckParameters['default.webhook']> = {
  link: ({ webhookURL: url, showReason, ...parameters }, context) => {
    const headers = linkServiceHeaders(parameters, context)
    return async (subject, ports) => {
      const request = { method: 'POST', url, headers, body: hookEvent(subject), maxBytes: LARGEST }
      const answer = await askForJson('The webhook', request, ports)
      if ('fault' in answer) return erred(answer.fault)
      const { json, reply } = answer
      if (isTooDeep(reply.bytes)) return erred('The webhook returned JSON that is nested too deeply.')
      const verdict = isObject(json) ? json['verdict'] : undefined
      if (!isObject(json) || typeof verdict !== 'boolean')
        return erred('The webhook returned no boolean "verdict".')
      return concluded(json, verdict, subject, showReason)
    }
  },
}

function concluded(json: JsonObject, verdict: boolean, { side }: Subject, show: boolean): Finding {
  const part = side === 'request' ? 'request' : 'response'
  const body = valueAt(json, ['transformedData', part, 'json']) ?? null
  if (body !== null && !isObject(body))
    return erred(`The webhook returned a replacement ${side} that is not an object.`)
  const { data } = json
  const sentence = verdict ? 'The webhook accepted it.' : 'The webhook rejected it.'
  const facts = factsOf(data)
  return {
    passed: verdict,
    reason: withToldReason(sentence, valueAt(data, ['reason']) ?? valueAt(data, ['explanation']), show),
    ...(facts === undefined ? {} : { facts }),
    ...(body === null ? {} : { body }),
  }
}

/** Numbers, booleans and identifiers of its `data`. */
function factsOf(told: Json | undefined): JsonObject | undefined {
  if (!isObject(told)) return undefined
  const shown = Object.entries(told)
    .slice(0, MOST_FACTS)
    .flatMap(([name, value]): (readonly [string, Json])[] => {
      const fact = showable(value)
      return fact === undefined || showable(name) === undefined ? [] : [[name, fact]]
    })
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}
