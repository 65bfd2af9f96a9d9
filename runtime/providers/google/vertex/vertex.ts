// The dialect of Google at Vertex AI (Google Cloud): other URLs, embeddings and credentials, and beside Google's
// models those of partners. The model name selects one of three ways for a chat; Anthropic messages pass through to
// Claude, and go through the chat translation for all other models.
import type { JsonObject } from '../../../../compiler/source.ts'
import { type Failure, isFailure } from '../../../failures.ts'
import type { Adapter, AdapterContext, EndpointAdapter, ProviderBody } from '../../adapter.ts'
import { linkedAddresses, withMedia } from '../../wire/linked-media.ts'
import { convertReply } from '../convert-reply.ts'
import { chatVerb, convertRequest } from '../convert-request.ts'
import { imagesAt } from '../images/images.ts'
import { mapStream } from '../map-stream.ts'
import { readError } from '../read-error.ts'
import { claude, claudeMessages, isClaude } from './claude.ts'
import { collections, origins } from './collections/collections.ts'
import { countTokens } from './count-tokens.ts'
import { embed } from './embed.ts'
import { isOpenModel, openModel } from './open-model.ts'
import { modelAddress, vertexAddress } from './place.ts'
import { projectOf, serviceAccount } from './service-account.ts'

export const vertex: Adapter = {
  endpoints: {
    'chat/completions': {
      request: (body, context) => chatOf(context).request(withMedia(body, context.media), context),
      // Claude accepts URLs at Anthropic, and bytes only here.
      links: (body, { model }) => (isClaude(model) ? linkedAddresses(body) : []),
      reply: (body, context) => chatOf(context).reply(body, context),
      stream: context => (chatOf(context).stream ?? mapStream)(context),
      framing: 'mixed',
      plain: isOpenModel,
    },
    embeddings: embed,
    messages: claudeMessages,
    'messages/count_tokens': countTokens,
    'images/generations': imagesAt(context => modelAddress('google', context)),
  },
  collections,
  origins,
  error: readError,
  address: vertexAddress,
  settingsOf: projectOf,
  authentication: serviceAccount,
}

const gemini: EndpointAdapter = { request: writeChat, reply: convertReply, stream: mapStream }

const chatOf = ({ model }: AdapterContext): EndpointAdapter =>
  isClaude(model) ? claude : isOpenModel(model) ? openModel : gemini

function writeChat(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const address = modelAddress('google', context)
  if (isFailure(address)) return address
  const converted = convertRequest(body, context)
  return isFailure(converted) ? converted : { ...converted, path: address.path + chatVerb(context) }
}
