// Recording → the ways in which it is replayed through a gateway: in its recorded dialect, as a translated chat,
// through each other inbound API, and as pass-through.

import { endpointAt } from '../../runtime/endpoints.ts'
import { madeUp } from './made-up.ts'
import type { Recording } from './recording.ts'
import { adapterOf, behindFace, collects, configFor, type PlayedConfig, passesFor, rowOf } from './rows.ts'

/**
 * `native`: an endpoint whose bytes pass. `normalized`: the provider claims the OpenAI schema, and the gateway
 * normalizes its replies. `translated`: an OpenAI endpoint, converted to the provider's dialect. `inbound`: a chat
 * through another inbound API. `resource`: a resource in the provider's shapes. `passthrough`: any other path.
 */
export type Way = 'native' | 'normalized' | 'translated' | 'inbound' | 'resource' | 'passthrough'

export interface Play {
  readonly recording: Recording
  readonly way: Way
  readonly config: PlayedConfig
  readonly method: string
  /** Path and query below the base URL of the gateway. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  /** True where the body is the recorded one. */
  readonly asRecorded: boolean
}

/** Endpoints whose bytes pass, by the dialect of the recording. */
const OWN: Readonly<Record<string, string>> = {
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

const FACES = ['responses', 'messages'] as const

export const playsOf = (recording: Recording): readonly Play[] => {
  const { dialect, route, url } = recording
  const own = OWN[dialect]
  const embeds = dialect === 'bedrock-invoke' && recording.observed.finishReason === undefined
  const translated = embeds && recording.kind === 'unary' ? '/embeddings' : TRANSLATED[dialect]
  const chats = [own, translated].includes('/chat/completions')
  // Some recordings are of an endpoint's own path, and one is of the gateway's own request.
  const passes =
    own === undefined &&
    !dialect.endsWith('-rerank') &&
    route !== 'token' &&
    (translated === undefined || url !== undefined)
  return [
    ...(own === undefined ? [] : [ownPlay(recording, own)]),
    ...(translated === undefined ? [] : [translatedPlay(recording, translated)]),
    ...(chats ? FACES.map(face => facePlay(recording, face)).filter(each => each !== undefined) : []),
    ...(passes ? passedPlay(recording) : []),
  ]
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Headers that belong to a body. */
const spoken = ({ requestHeaders }: Recording): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(requestHeaders).filter(([name]) => ['content-type', 'anthropic-beta'].includes(name)),
  )

function ownPlay(recording: Recording, path: string): Play {
  const { request } = recording
  const config = configFor(recording)
  const endpoint = endpointAt(path)
  const way = endpoint !== undefined && adapterOf(config, endpoint) !== undefined ? 'normalized' : 'native'
  return {
    ...{ recording, way, path, config, method: 'POST' },
    headers: {
      ...JSON_TYPE,
      ...spoken(recording),
      ...(request === undefined ? madeUp(path, recording).headers : {}),
    },
    body: request ?? madeUp(path, recording).body,
    asRecorded: request !== undefined,
  }
}

const translatedPlay = (recording: Recording, path: string): Play => ({
  ...{ recording, way: 'translated', path, config: configFor(recording), method: 'POST' },
  ...madeUp(path, recording),
  asRecorded: false,
})

function facePlay(recording: Recording, face: 'responses' | 'messages'): Play | undefined {
  if (face === 'messages' && recording.dialect === 'anthropic-messages') return undefined
  const path = `/${face}`
  const config = behindFace(configFor(recording), face)
  const way = passesFor(config, face, recording.model) ? 'native' : 'inbound'
  return { ...translatedPlay(recording, path), config, way }
}

/** Recordings without an endpoint are replayed at their recorded path, below the base URL. */
function passedPlay(recording: Recording): readonly Play[] {
  const { url = MADE_UP_URL, method, request } = recording
  const config = configFor(recording)
  const address =
    config['custom_host'] ?? rowOf(config).baseUrl ?? (config.provider === 'vertex' ? VERTEX : '')
  const base = address === '' ? '' : new URL(String(address)).pathname.replace(/\/$/, '')
  const place = url.pathname.replace(/^\/v1beta1\//, '/v1/')
  const path = place.slice(base.length) + url.search.replace(/[?&]key=REDACTED/, '')
  return [
    {
      ...{ recording, way: collects(config, method, path) ? 'resource' : 'passthrough', config, path },
      ...{ method, body: request, asRecorded: true },
      headers: { ...(request === undefined ? {} : JSON_TYPE), ...spoken(recording) },
    },
  ]
}

const VERTEX = 'https://aiplatform.googleapis.com/v1'
/** Two recordings of images have no URL. */
const MADE_UP_URL = new URL(
  'https://x/v1/projects/PROJECT/locations/us-central1/publishers/google/models/imagen:predict',
)
