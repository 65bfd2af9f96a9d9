// The native dialect of Ollama, for what its OpenAI-compatible API lacks: model options, how long a model stays
// loaded, images, thinking. The README lists what a translation loses.
import type { Adapter } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'
import { translatedChats } from '../../wire/translated-chats.ts'
import { convertReply } from './convert-reply.ts'
import { convertRequest } from './convert-request.ts'
import { embed } from './embed.ts'
import { mapStream } from './map-stream.ts'
import { mediaLinks } from './text-and-images.ts'

export const ollama: Adapter = {
  endpoints: {
    'chat/completions': translatedChats({
      request: convertRequest,
      reply: convertReply,
      stream: mapStream,
      framing: 'lines',
      mediaLinks,
    }),
    embeddings: embed,
  },
  error: vendorError,
}
