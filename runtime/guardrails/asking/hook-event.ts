// The evaluated content in the event format that webhooks and logs of the ecosystem use.
import type { JsonObject } from '../../../compiler/source.ts'
import { present } from '../../providers/wire/json.ts'
import type { Subject } from '../check.ts'
import { joined } from '../judging/judge-text.ts'
import { spellingOf } from '../judging/request-types.ts'
import { requestText } from './request-text.ts'

/** `response` is present for replies only. `text` holds the evaluated texts. */
export function hookEvent(subject: Subject): JsonObject {
  const { side, texts, request, reply, model, provider, metadata, workspace, trace } = subject
  const judged = joined(texts)
  return present({
    eventType: side === 'request' ? 'beforeRequestHook' : 'afterRequestHook',
    requestType: spellingOf(subject),
    request: present({
      json: request,
      text: side === 'request' ? judged : requestText(subject),
      isStreamingRequest: request?.['stream'] === true,
    }),
    response: side === 'reply' ? present({ json: reply, text: judged }) : undefined,
    provider,
    model,
    metadata,
    workspace,
    traceId: trace,
  })
}
