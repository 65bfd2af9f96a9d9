// The evaluated content in the event format that webhooks and logs of the ecosystem use.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { present } from '../../../../schemas/values/json.ts'
import { requestText } from '../../body-texts/request-text.ts'
import type { CheckInput } from '../../check.ts'
import { joinTexts } from '../../on-text.ts'
import { requestTypeOf } from './request-types.ts'

/** `response` is present for replies only. `text` holds the evaluated texts. */
export function toHookEvent(input: CheckInput): JsonObject {
  const { side, texts, request, reply, model, provider, metadata, workspace, trace } = input
  const text = joinTexts(texts)
  return present({
    eventType: side === 'request' ? 'beforeRequestHook' : 'afterRequestHook',
    requestType: requestTypeOf(input),
    request: present({
      json: request,
      text: side === 'request' ? text : requestText(input),
      isStreamingRequest: request?.['stream'] === true,
    }),
    response: side === 'reply' ? present({ json: reply, text: text }) : undefined,
    provider,
    model,
    metadata,
    workspace,
    traceId: trace,
  })
}
