// The dialect of Google at Vertex AI (Google Cloud): other URLs, embeddings and credentials, and in addition to Google's
// models those of partners. The model name selects one of four ways for a chat; Anthropic messages pass through to
// Claude, and go through the chat translation for all other models.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { Adapter, AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { inlineMedia, linkedMediaUrls } from '../../../wire/linked-media.ts'
import { convertReply } from '../convert-reply.ts'
import { chatMethod, convertRequest } from '../convert-request.ts'
import { imagesAt } from '../images/images.ts'
import { mapStream } from '../map-stream.ts'
import { readError } from '../read-error.ts'
import { claude, claudeMessages, isClaude } from './claude.ts'
import { countTokens } from './count-tokens.ts'
import { embed } from './embed.ts'
import { geminiClientPath } from './gemini-client-path.ts'
import { isMistral, mistral } from './mistral.ts'
import { isOpenModel, openModel } from './open-model.ts'
import { byPublisher, nameAtPublisher } from './publisher.ts'
import { rerank } from './rerank.ts'
import { resourceOrigins, resources } from './resources/resources.ts'
import { serviceAccount, settingsFromAccount } from './service-account.ts'
import { vertexBaseUrl, vertexModelPath } from './vertex-endpoint.ts'

export const vertex: Adapter = {
  endpoints: {
    'chat/completions': byPublisher({
      request: (body, context) => chatOf(context).request(inlineMedia(body, context.media), context),
      // Claude accepts URLs at Anthropic, and bytes only here.
      mediaLinks: (body, { model }) => (isClaude(model) ? linkedMediaUrls(body) : []),
      reply: (body, context) => chatOf(context).reply(body, context),
      stream: context => (chatOf(context).stream ?? mapStream)(context),
      framing: 'mixed',
      takesPlainChat: model => isOpenModel(model) || isMistral(model),
    }),
    embeddings: byPublisher(embed),
    messages: byPublisher(claudeMessages),
    'messages/count_tokens': byPublisher(countTokens),
    rerank,
    'images/generations': byPublisher(imagesAt(context => vertexModelPath('google', context))),
  },
  resources,
  resourceOrigins,
  error: readError,
  baseUrl: vertexBaseUrl,
  settingsFromCredentials: settingsFromAccount,
  authentication: serviceAccount,
  geminiPath: geminiClientPath,
  sentModel: (_route, { model }) => nameAtPublisher(model),
}

const gemini: EndpointAdapter = { request: writeChat, reply: convertReply, stream: mapStream }

const chatOf = ({ model }: AdapterContext): EndpointAdapter =>
  isClaude(model) ? claude : isMistral(model) ? mistral : isOpenModel(model) ? openModel : gemini

function writeChat(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const endpoint = vertexModelPath('google', context)
  if (isFailure(endpoint)) return endpoint
  const converted = convertRequest(body, context)
  return isFailure(converted) ? converted : { ...converted, path: endpoint.path + chatMethod(context) }
}
