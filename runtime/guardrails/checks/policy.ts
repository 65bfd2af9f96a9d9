// default.policy: an external policy decision point allows or denies the request or reply. Accepts responses of the
// Open Policy Agent data API.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isObject, present } from '../../providers/wire/json.ts'
import { askForJson } from '../asking/ask-service.ts'
import { erred } from '../asking/erred.ts'
import { withToldReason } from '../asking/told-reason.ts'
import type { Check, Subject } from '../check.ts'

export const policy: Check<CheckParameters['default.policy']> = {
  link: ({ policyId, url, showReason }, { credential }) => {
    const token = credential('token')
    const headers = token === undefined ? [] : ['authorization', `Bearer ${token}`]
    return async (subject, ports) => {
      const request = { method: 'POST', url, headers, body: { policyId, input: inputOf(subject) } }
      const answer = await askForJson('The decision point', request, ports)
      if ('fault' in answer) return erred(answer.fault)
      const decision = decisionOf(answer.json as Json)
      if (decision === undefined) return erred('The decision point returned no decision.')
      const { allowed, reason } = decision
      const sentence = allowed ? 'The policy allows it.' : 'The policy does not allow it.'
      return {
        passed: allowed,
        reason: withToldReason(sentence, reason, showReason),
        facts: { policyId },
      }
    }
  },
}

/** The policy input; `response` is present for replies only. */
function inputOf(subject: Subject): JsonObject {
  const { side, endpoint, method, path, request, reply, model, provider, metadata, workspace, trace } =
    subject
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
function decisionOf(json: Json): Decision | undefined {
  if (!isObject(json)) return undefined
  const told = Object.hasOwn(json, 'result') ? json['result'] : json
  if (typeof told === 'boolean') return { allowed: told, reason: undefined }
  if (!isObject(told)) return undefined
  const allowed = Object.hasOwn(told, 'allow') ? told['allow'] : told['verdict']
  return typeof allowed === 'boolean' ? { allowed, reason: told['reason'] } : undefined
}
