// default.log: sends requests and replies, including their texts, to the user's own log. Passes, or with `not` fails,
// whatever was sent.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { checkError, conditionResult } from '../result.ts'
import { callService, linkServiceHeaders } from '../services/call-service.ts'
import { toHookEvent } from './shared/hook-event.ts'

export const log: Check<CheckParameters['default.log']> = {
  link: ({ logURL: url, not, ...parameters }, context) => {
    const headers = linkServiceHeaders(parameters, context)
    return async (input, ports) => {
      const request = { method: 'POST', url, headers, body: toHookEvent(input) }
      const response = await callService('The log', request, ports)
      return 'fault' in response ? checkError(response.fault) : conditionResult(true, not, 'Sent to the log')
    }
  },
}
