// The native dialect of Ollama, for what its compatible face has no words for: options of the model, how long it stays
// loaded, images, thinking. README.md here says what a translation loses.
import type { Adapter } from '../adapter.ts'
import { vendorError } from '../wire/error.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { embed } from './embed.ts'
import { links } from './links.ts'
import { mapStream } from './map-stream.ts'

export const ollama: Adapter = {
  endpoints: {
    'chat/completions': {
      request: convertRequest,
      reply: convertReply,
      stream: mapStream,
      framing: 'lines',
      links,
    },
    embeddings: embed,
  },
  error: vendorError,
}
