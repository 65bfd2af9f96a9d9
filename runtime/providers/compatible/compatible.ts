// The dialect of providers that mean the vendor's schema and miss it in ways that break its clients: content in lists,
// finish words of their own, calls that share an index. Replies are mended chunk by chunk; providers that keep the
// schema need none of this, and their bytes pass.
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
