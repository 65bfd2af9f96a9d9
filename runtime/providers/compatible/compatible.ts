// The dialect of providers that claim the OpenAI schema and deviate from it in ways that break clients: content as
// lists, their own finish reasons, tool calls that share an index. Replies are normalized chunk by chunk; providers
// that conform to the schema need none of this, and their bytes pass through.
import { vendorBatches } from '../../collections/vendor-batches.ts'
import type { Adapter, EndpointAdapter } from '../adapter.ts'
import { compatibleRerank } from '../rerank/compatible.ts'
import { vendorError } from '../wire/error.ts'
import { convertRequest } from './convert-request.ts'
import { mendReply } from './mend-reply.ts'
import { mendStream } from './mend-stream.ts'

export const mendedChat: EndpointAdapter = {
  request: convertRequest,
  reply: mendReply,
  stream: mendStream,
  plain: () => true,
}

export const compatibleDialect: Adapter = {
  endpoints: { 'chat/completions': mendedChat, rerank: compatibleRerank },
  collections: { batches: vendorBatches },
  error: vendorError,
}
