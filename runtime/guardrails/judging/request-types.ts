// Endpoint names as configs of the ecosystem write them. Ours are the paths below the base URL; pass-through requests
// match by path, and by `proxy`.
import type { Endpoint } from '../../providers/adapter.ts'
import type { Subject } from '../check.ts'

const SPELLINGS: Readonly<Record<string, Endpoint>> = {
  chatComplete: 'chat/completions',
  complete: 'completions',
  embed: 'embeddings',
  rerank: 'rerank',
  moderate: 'moderations',
  createModelResponse: 'responses',
  messages: 'messages',
  messagesCountTokens: 'messages/count_tokens',
  createSpeech: 'audio/speech',
  createTranscription: 'audio/transcriptions',
  createTranslation: 'audio/translations',
  imageGenerate: 'images/generations',
  imageEdit: 'images/edits',
  createImageVariation: 'images/variations',
}

const PASSED_THROUGH = 'proxy'

const BY_ENDPOINT: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(SPELLINGS).map(([spelling, endpoint]) => [endpoint, spelling]),
)

/** The ecosystem's name of the endpoint. */
export const spellingOf = ({ endpoint }: Pick<Subject, 'endpoint'>): string =>
  (endpoint && BY_ENDPOINT.get(endpoint)) ?? PASSED_THROUGH

/** Normalizes a configured type to an endpoint name; a leading slash is ignored. */
export function typeName(written: string): string {
  if (Object.hasOwn(SPELLINGS, written)) return SPELLINGS[written] ?? written
  return written.startsWith('/') ? written.slice(1) : written
}

/** The names that a request matches. */
export const typesOf = ({ endpoint, path }: Pick<Subject, 'endpoint' | 'path'>): readonly string[] =>
  endpoint === undefined ? [plainPath(path), PASSED_THROUGH] : [endpoint]

/** A path as a provider may read it: extra slashes and percent-encoding must not make it a different one. */
function plainPath(path: string): string {
  const steps = decoded(path)
    .split('/')
    .filter(step => step !== '')
  return steps.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
