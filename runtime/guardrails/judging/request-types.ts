// Names of endpoints as configs of the ecosystem write them. Ours are the paths below the base URL; what is passed
// through goes by its path, and by `proxy`.
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

/** The name that the ecosystem has for what is asked. */
export const spellingOf = ({ endpoint }: Pick<Subject, 'endpoint'>): string =>
  (endpoint && BY_ENDPOINT.get(endpoint)) ?? PASSED_THROUGH

/** A type as the names that a request goes by; a slash before it does not matter. */
export function typeName(written: string): string {
  if (Object.hasOwn(SPELLINGS, written)) return SPELLINGS[written] ?? written
  return written.startsWith('/') ? written.slice(1) : written
}

/** The names that a request goes by. */
export const typesOf = ({ endpoint, path }: Pick<Subject, 'endpoint' | 'path'>): readonly string[] =>
  endpoint === undefined ? [plainPath(path), PASSED_THROUGH] : [endpoint]

/** A path as a provider may read it: a slash too many, or letters as their codes, must not make another one of it. */
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
