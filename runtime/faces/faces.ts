// The inbound APIs by endpoint.
import type { Face } from './face.ts'
import { messages } from './messages/messages.ts'
import { responses } from './responses/responses.ts'

export const faces: { readonly responses: Face; readonly messages: Face } = { responses, messages }
