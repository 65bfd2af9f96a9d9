// Recording → the ways in which it is replayed through a gateway: in its recorded dialect, as a translated chat,
// through each other inbound API, and as pass-through.

import { endpointAt } from '../../runtime/values/endpoints.ts'
import {
  adapterOf,
  configFor,
  hasResource,
  inboundConfig,
  isNativeFor,
  type ReplayConfig,
  specOf,
} from './provider-configs.ts'
import type { Recording } from './recording.ts'
import { syntheticRequest } from './synthetic-requests.ts'

/**
 * `native`: an endpoint whose bytes pass. `normalized`: the provider claims the OpenAI schema, and the gateway
 * normalizes its replies. `translated`: an OpenAI endpoint, converted to the provider's dialect. `inbound`: a chat
 * through another inbound API. `resource`: a resource in the provider's shapes. `passthrough`: any other path.
 */
export type ReplayMode = 'native' | 'normalized' | 'translated' | 'inbound' | 'resource' | 'passthrough'

export interface Replay {
  readonly recording: Recording
  readonly mode: ReplayMode
  readonly config: ReplayConfig
  readonly method: string
  /** Path and query below the base URL of the gateway. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** True where the body is the recorded one. */
  readonly isRecordedBody: boolean
}

/** Endpoints whose bytes pass, by the dialect of the recording. */
const NATIVE: Readonly<Record<string, string>> = {
  'anthropic-count-tokens': '/messages/count_tokens',
  'anthropic-messages': '/messages',
  'openai-audio-speech': '/audio/speech',
  'openai-audio-transcriptions': '/audio/transcriptions',
  'openai-audio-translations': '/audio/translations',
  'openai-chat-completions': '/chat/completions',
  'openai-completions': '/completions',
  'openai-embeddings': '/embeddings',
  'openai-images-edits': '/images/edits',
  'openai-images-generations': '/images/generations',
  'openai-images-variations': '/images/variations',
  'openai-moderations': '/moderations',
  'openai-responses': '/responses',
  'voyage-embeddings': '/embeddings',
  'writer-chat': '/chat/completions',
}

/** OpenAI endpoints that the gateway converts to the provider's. */
const TRANSLATED: Readonly<Record<string, string>> = {
  'anthropic-messages': '/chat/completions',
  'bedrock-converse': '/chat/completions',
  'bedrock-count-tokens': '/messages/count_tokens',
  'bedrock-rerank': '/rerank',
  'cohere-v1-chat': '/chat/completions',
  'cohere-v2-chat': '/chat/completions',
  'cohere-v2-embeddings': '/embeddings',
  'cohere-v2-rerank': '/rerank',
  'gemini-batch-embed-contents': '/embeddings',
  'gemini-count-tokens': '/messages/count_tokens',
  'gemini-embed-content': '/embeddings',
  'gemini-generate-content': '/chat/completions',
  'ollama-chat': '/chat/completions',
  'openai-rerank': '/rerank',
  'vertex-predict': '/images/generations',
  'vertex-raw-predict': '/chat/completions',
  'voyage-rerank': '/rerank',
}

const INBOUND_APIS = ['responses', 'messages'] as const

export const replaysOf = (recording: Recording): readonly Replay[] => {
  const { dialect, route, url } = recording
  const native = NATIVE[dialect]
  const isEmbedding = dialect === 'bedrock-invoke' && recording.observed.finishReason === undefined
  const translated = isEmbedding && recording.kind === 'unary' ? '/embeddings' : TRANSLATED[dialect]
  const isChat = [native, translated].includes('/chat/completions')
  // Some recordings are of an endpoint's own path, and one is of the gateway's own request.
  const isPassThrough =
    native === undefined &&
    !dialect.endsWith('-rerank') &&
    route !== 'token' &&
    (translated === undefined || url !== undefined)
  return [
    ...(native === undefined ? [] : [nativeReplay(recording, native)]),
    ...(translated === undefined ? [] : [translatedReplay(recording, translated)]),
    ...(isChat
      ? INBOUND_APIS.map(api => inboundReplay(recording, api)).filter(each => each !== undefined)
      : []),
    ...(isPassThrough ? passThroughReplay(recording) : []),
  ]
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Headers that belong to a body. */
const bodyHeaders = ({ requestHeaders }: Recording): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(requestHeaders).filter(([name]) => ['content-type', 'anthropic-beta'].includes(name)),
  )

function nativeReplay(recording: Recording, path: string): Replay {
  const { request } = recording
  const config = configFor(recording)
  const endpoint = endpointAt(path)
  const mode = endpoint !== undefined && adapterOf(config, endpoint) !== undefined ? 'normalized' : 'native'
  return {
    ...{ recording, mode, path, config, method: 'POST' },
    headers: {
      ...JSON_TYPE,
      ...bodyHeaders(recording),
      ...(request === undefined ? syntheticRequest(path, recording).headers : {}),
    },
    body: request ?? syntheticRequest(path, recording).body,
    isRecordedBody: request !== undefined,
  }
}

const translatedReplay = (recording: Recording, path: string): Replay => ({
  ...{ recording, mode: 'translated', path, config: configFor(recording), method: 'POST' },
  ...syntheticRequest(path, recording),
  isRecordedBody: false,
})

function inboundReplay(recording: Recording, api: 'responses' | 'messages'): Replay | undefined {
  if (api === 'messages' && recording.dialect === 'anthropic-messages') return undefined
  const path = `/${api}`
  const own = configFor(recording)
  const config = inboundConfig(own, api)
  // At no other provider would its streams be whole.
  if (config !== own && specOf(own).quirks?.includes('no-finish-reason')) return undefined
  const mode = isNativeFor(config, api, recording.model) ? 'native' : 'inbound'
  return { ...translatedReplay(recording, path), config, mode }
}

/** Recordings without an endpoint are replayed at their recorded path, below the base URL. */
function passThroughReplay(recording: Recording): readonly Replay[] {
  const { url = MADE_UP_URL, method, request } = recording
  const config = configFor(recording)
  const baseUrl =
    config['custom_host'] ?? specOf(config).baseUrl ?? (config.provider === 'vertex' ? VERTEX : '')
  const base = baseUrl === '' ? '' : new URL(String(baseUrl)).pathname.replace(/\/$/, '')
  const pathname = url.pathname.replace(/^\/v1beta1\//, '/v1/')
  const path = pathname.slice(base.length) + url.search.replace(/[?&]key=REDACTED/, '')
  return [
    {
      ...{ recording, mode: hasResource(config, method, path) ? 'resource' : 'passthrough', config, path },
      ...{ method, body: request, isRecordedBody: true },
      headers: { ...(request === undefined ? {} : JSON_TYPE), ...bodyHeaders(recording) },
    },
  ]
}

const VERTEX = 'https://aiplatform.googleapis.com/v1'
/** Two recordings of images have no URL. */
const MADE_UP_URL = new URL(
  'https://x/v1/projects/PROJECT/locations/us-central1/publishers/google/models/imagen:predict',
)
