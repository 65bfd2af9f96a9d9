// The inbound APIs by endpoint.
import { completionsApi } from './completions.ts'
import type { InboundApi } from './inbound-api.ts'
import { messagesApi } from './messages/messages.ts'
import { responsesApi } from './responses/responses.ts'

export const inboundApis = {
  completions: completionsApi,
  messages: messagesApi,
  responses: responsesApi,
} satisfies Readonly<Record<string, InboundApi>>
