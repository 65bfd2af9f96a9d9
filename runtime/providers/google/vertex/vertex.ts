// The dialect of Google at Vertex AI (Google Cloud): other URLs, embeddings and credentials, and in addition to
// Google's models those of partners. The model name selects one of four ways for a chat; Anthropic messages pass
// through to Claude, and go through the chat translation for all other models.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { createResultsReader } from '../../../resources/object-storage/batch-results.ts'
import { objectStoreBatches } from '../../../resources/object-storage/object-store-batches.ts'
import { objectStoreFiles } from '../../../resources/object-storage/object-store-files.ts'
import { objectStoreJobs } from '../../../resources/object-storage/object-store-jobs.ts'
import type { Adapter, AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { GeminiRequest } from '../../../values/gemini-path.ts'
import type { ResourceAdapters } from '../../../values/resource-operation.ts'
import { inlineMedia, linkedMediaUrls } from '../../../wire/linked-media.ts'
import { translatedChats } from '../../../wire/translated-chats.ts'
import { convertReply } from '../convert-reply.ts'
import { chatMethod, convertRequest } from '../convert-request.ts'
import { imagesAt } from '../images/images.ts'
import { mapStream } from '../map-stream.ts'
import { readError } from '../read-error.ts'
import { claude, claudeMessages, isClaude } from './claude.ts'
import { countTokens } from './count-tokens.ts'
import { embed } from './embed.ts'
import { isMistral, mistral } from './mistral.ts'
import { isOpenModel, openModel } from './open-model.ts'
import { rerank } from './rerank.ts'
import { batchService } from './resources/batch-service.ts'
import { openStore, STORAGE } from './resources/storage.ts'
import { tuningService } from './resources/tuning-service.ts'
import { serviceAccount, settingsFromAccount } from './service-account.ts'
import { projectPath, vertexBaseUrl, vertexModelPath } from './vertex-endpoint.ts'

/** Files, batches and training jobs of Google Cloud. */
const resources: ResourceAdapters = {
  files: objectStoreFiles(openStore, createResultsReader(batchService)),
  batches: objectStoreBatches(batchService),
  'fine_tuning/jobs': objectStoreJobs(tuningService),
}

/** Further origins of resource operations. */
const resourceOrigins = (): readonly string[] => [STORAGE]

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
  passThroughPath: withOwnProject,
  sentModel: (_route, { model }) => nameAtPublisher(model),
}

const gemini = translatedChats({ request: writeChat, reply: convertReply, stream: mapStream })
const claudeChats = translatedChats(claude)

const chatOf = ({ model }: AdapterContext): EndpointAdapter =>
  isClaude(model) ? claudeChats : isMistral(model) ? mistral : isOpenModel(model) ? openModel : gemini

function writeChat(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const endpoint = vertexModelPath('google', context)
  if (isFailure(endpoint)) return endpoint
  const converted = convertRequest(body, context)
  return isFailure(converted) ? converted : { ...converted, path: endpoint.path + chatMethod(context) }
}

/** The names of publishers, and of tuned models, as they are written before a dot. */
const DOTTED = /^(anthropic|endpoints|google|meta|mistralai|mistral)\.(?=.)/

/**
 * The name with its publisher before a slash, the one form that adapters see: `meta.llama-4`, as at other
 * clouds, is `meta/llama-4`, and `endpoints.123` is `endpoints/123`.
 */
export const withPublisher = (model: string): string =>
  model.replace(DOTTED, (_, name: string) => `${name === 'mistral' ? 'mistralai' : name}/`)

/**
 * The name that the publisher gives the model, whose own path it is below; open models have one path, with the
 * publisher.
 */
function nameAtPublisher(model: string): string {
  const name = withPublisher(model)
  return isOpenModel(name) && !isMistral(name)
    ? name
    : name.replace(/^(publishers\/[^/]+\/models|models|google|anthropic|mistralai)\/(?=.)/, '')
}

const named = (context: AdapterContext): AdapterContext => ({
  ...context,
  model: withPublisher(context.model),
})

/** An endpoint whose adapter sees model names in one form. */
function byPublisher(endpoint: EndpointAdapter): EndpointAdapter {
  const { request, reply, mediaLinks, stream, takesPlainChat, supportsModel, maxInputs } = endpoint
  return {
    ...endpoint,
    request: (body, context) => request(body, named(context)),
    reply: (body, context, headers) => reply(body, named(context), headers),
    ...(maxInputs && { maxInputs: context => maxInputs(named(context)) }),
    ...(mediaLinks && { mediaLinks: (body, context) => mediaLinks(body, named(context)) }),
    ...(stream && { stream: context => stream(named(context)) }),
    ...(takesPlainChat && { takesPlainChat: model => takesPlainChat(withPublisher(model)) }),
    ...(supportsModel && { supportsModel: model => supportsModel(withPublisher(model)) }),
  }
}

const CLIENT_METHODS: ReadonlySet<string> = new Set([
  'generateContent',
  'streamGenerateContent',
  'countTokens',
  'computeTokens',
  'embedContent',
  'predict',
  'predictLongRunning',
  'fetchPredictOperation',
])

/** A path of a client below the project and region of the credentials, whatever others it names. */
function withOwnProject(path: string, settings: AdapterContext['settings']): string {
  const own = projectPath(settings)
  return isFailure(own)
    ? path
    : path.replace(/^(\/v1(?:beta1)?)?\/projects\/[^/]+\/locations\/[^/]+/, `$1${own.path}`)
}

/** Requests of Gemini clients at Vertex AI: the methods whose bodies are the same at both, below the project. */
function geminiClientPath(
  { path, model, method = '' }: GeminiRequest,
  settings: AdapterContext['settings'],
): string | Failure {
  if (path.startsWith('/projects/')) return withOwnProject(path, settings)
  const name = withPublisher(model ?? '')
  if (name === '' || !CLIENT_METHODS.has(method))
    return failure(
      'unsupported_endpoint',
      `Vertex AI serves ${[...CLIENT_METHODS].join(', ')} of Gemini's API to Gemini clients; other routes differ there.`,
    )
  if (isClaude(name) || isMistral(name) || isOpenModel(name))
    return failure(
      'unsupported_endpoint',
      'Vertex AI serves this model in the API of its publisher only: a Gemini client reaches the models of Google.',
      { param: 'model' },
    )
  const endpoint = vertexModelPath('google', { model: name, settings })
  return isFailure(endpoint) ? endpoint : `${endpoint.path}:${method}`
}
