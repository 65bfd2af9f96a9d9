// The dialect of Google at the Gemini API: `generateContent`, streamed as well, embeddings, images and token
// counts. The README lists what a translation changes and loses.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Adapter, AdapterContext, ProviderBody } from '../../values/adapter.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { translatedChats } from '../../wire/translated-chats.ts'
import { convertReply } from './convert-reply.ts'
import { chatMethod, convertRequest } from './convert-request.ts'
import { countTokens } from './count-tokens.ts'
import { embed } from './embed.ts'
import { images } from './images/images.ts'
import { mapStream } from './map-stream.ts'
import { bareName, modelPath } from './model-name.ts'
import { readError } from './read-error.ts'
import { batches } from './resources/batches.ts'
import { files, ORIGIN } from './resources/files.ts'

export const google: Adapter = {
  endpoints: {
    'chat/completions': translatedChats({
      request: writeChat,
      reply: convertReply,
      stream: mapStream,
      framing: 'mixed',
    }),
    embeddings: embed,
    'messages/count_tokens': countTokens,
    'images/generations': images,
  },
  resources: { files, batches },
  resourceOrigins: () => [ORIGIN],
  error: readError,
  sentModel: (_route, { model }) => bareName(model),
  geminiPath: ({ path, model, method }) => (model === undefined ? path : `/${modelPath(model)}:${method}`),
}

function writeChat(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const converted = convertRequest(body, context)
  if (isFailure(converted)) return converted
  return { ...converted, path: `/${modelPath(context.model)}${chatMethod(context)}` }
}
