// default.log: sends requests and replies, including their texts, to the user's own log. Always passes.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { askService } from '../asking/ask-service.ts'
import { erred } from '../asking/erred.ts'
import { hookEvent } from '../asking/hook-event.ts'
import { linkServiceHeaders } from '../asking/service-headers.ts'
import type { Check, Finding } from '../check.ts'

const SENT: Finding = { passed: true, reason: 'Sent to the log.' }

export const log: Check<CheckParameters['default.log']> = {
  link: ({ logURL: url, ...parameters }, context) => {
    const headers = linkServiceHeaders(parameters, context)
    return async (subject, ports) => {
      const request = { method: 'POST', url, headers, body: hookEvent(subject) }
      const answer = await askService('The log', request, ports)
      return 'fault' in answer ? erred(answer.fault) : SENT
    }
  },
}
