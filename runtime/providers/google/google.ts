// The dialect of Google, at the Gemini interface: `generateContent`, in a stream too, and embeddings. README.md has what
// a translation changes and loses.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, isFailure } from '../../failures.ts'
import type { Adapter, AdapterContext, ProviderBody } from '../adapter.ts'
import { convertReply } from './convert-reply.ts'
import { chatVerb, convertRequest } from './convert-request.ts'
import { embed } from './embed.ts'
import { mapStream } from './map-stream.ts'
import { modelPath } from './model-name.ts'
import { readError } from './read-error.ts'

export const google: Adapter = {
  endpoints: {
    'chat/completions': { request: writeChat, reply: convertReply, stream: mapStream },
    embeddings: embed,
  },
  error: readError,
}

function writeChat(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const converted = convertRequest(body, context)
  if (isFailure(converted)) return converted
  return { ...converted, path: `/${modelPath(context.model)}${chatVerb(context)}` }
}
