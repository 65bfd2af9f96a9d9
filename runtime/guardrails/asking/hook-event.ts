// What is judged, in the shape in which webhooks and logs of the ecosystem hear of it.
import type { JsonObject } from '../../../compiler/source.ts'
import { present } from '../../providers/wire/json.ts'
import type { Subject } from '../check.ts'
import { joined } from '../judging/judge-text.ts'
import { spellingOf } from '../judging/request-types.ts'
import { requestText } from './request-text.ts'

/** The reply stands in it on its own side alone. `text` is that of the texts that are looked at. */
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
