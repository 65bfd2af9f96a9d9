// default.log: what is asked and answered goes to a log of one's own, with its texts. It passes whatever the log says.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { askService } from '../asking/ask-service.ts'
import { erred } from '../asking/erred.ts'
import { hookEvent } from '../asking/hook-event.ts'
import { linkServiceHeaders } from '../asking/service-headers.ts'
import type { Check, Finding } from '../check.ts'

const SENT: Finding = { passed: true, reason: 'It was sent to the log.' }

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
