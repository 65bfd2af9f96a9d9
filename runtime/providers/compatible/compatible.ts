// The dialect of providers that claim the OpenAI schema and deviate from it in ways that break clients: content as
// lists, their own finish reasons, tool calls that share an index. Replies are normalized chunk by chunk; providers
// that conform to the schema need none of this, and their bytes pass through.
import { vendorBatches } from '../../resources/vendor-batches.ts'
import type { Adapter, EndpointAdapter } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'
import { compatibleRerank } from '../rerank/compatible-rerank.ts'
import { convertRequest } from './convert-request.ts'
import { normalizeReply } from './normalize-reply.ts'
import { normalizeStream } from './normalize-stream.ts'

export const normalizedChat: EndpointAdapter = {
  request: convertRequest,
  reply: normalizeReply,
  stream: normalizeStream,
  takesPlainChat: () => true,
}

export const compatibleDialect: Adapter = {
  endpoints: { 'chat/completions': normalizedChat, rerank: compatibleRerank },
  resources: { batches: vendorBatches },
  error: vendorError,
}
