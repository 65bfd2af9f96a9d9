// default.policy: an external policy decision point allows or denies the request or reply. Accepts responses of the
// Open Policy Agent data API.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isObject, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { Check, CheckInput } from '../check.ts'
import { checkError } from '../result.ts'
import { callServiceForJson, withServiceReason } from '../services/call-service.ts'

export const policy: Check<CheckParameters['default.policy']> = {
  link: ({ policyId, url, showReason }, { credential }) => {
    const token = credential('token')
    const headers = token === undefined ? [] : ['authorization', `Bearer ${token}`]
    return async (input, ports) => {
      const request = { method: 'POST', url, headers, body: { policyId, input: policyInput(input) } }
      const response = await callServiceForJson('The decision point', request, ports)
      if ('fault' in response) return checkError(response.fault)
      const decision = readDecision(response.json as Json)
      if (decision === undefined) return checkError('The decision point returned no decision.')
      const { allowed, reason } = decision
      const sentence = allowed ? 'The policy allows it.' : 'The policy does not allow it.'
      return {
        passed: allowed,
        reason: withServiceReason(sentence, reason, showReason),
        facts: { policyId },
      }
    }
  },
}

/** The policy input; `response` is present for replies only. */
function policyInput(input: CheckInput): JsonObject {
  const { side, endpoint, method, path, request, reply, model, provider, metadata, workspace, trace } = input
  return present({
    side,
    endpoint: endpoint ?? path,
    method,
    request,
    response: side === 'reply' ? reply : undefined,
    model,
    provider,
    metadata,
    workspace,
    trace,
  })
}

interface Decision {
  readonly allowed: boolean
  readonly reason: Json | undefined
}

/** `{result: true}`, `{result: {allow, reason}}`, `{allow, reason}` or `{verdict, reason}`. */
function readDecision(json: Json): Decision | undefined {
  if (!isObject(json)) return undefined
  const decision = Object.hasOwn(json, 'result') ? json['result'] : json
  if (typeof decision === 'boolean') return { allowed: decision, reason: undefined }
  if (!isObject(decision)) return undefined
  const allowed = Object.hasOwn(decision, 'allow') ? decision['allow'] : decision['verdict']
  return typeof allowed === 'boolean' ? { allowed, reason: decision['reason'] } : undefined
}
