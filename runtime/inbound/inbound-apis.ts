// The inbound APIs by endpoint.
import type { InboundApi } from './inbound-api.ts'
import { messagesApi } from './messages/messages.ts'
import { responsesApi } from './responses/responses.ts'

export const inboundApis: { readonly responses: InboundApi; readonly messages: InboundApi } = {
  responses: responsesApi,
  messages: messagesApi,
}
