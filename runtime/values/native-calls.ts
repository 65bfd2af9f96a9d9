// Calls of vendors' own APIs that pass untranslated and whose replies report their usage in a form that adapters read. They are known by their
// paths, so limits can reserve before a provider is chosen; a provider that reports nothing there is counted by estimate.
import type { Call } from './call.ts'
import { geminiRequest } from './gemini-path.ts'
import { decodeComponent } from './query-string.ts'

/** How usage is reported: `plain` is that of OpenAI's and Anthropic's replies. */
export type NativeForm = 'gemini' | 'interactions' | 'bedrock' | 'cohere' | 'ollama' | 'plain'

export interface NativeCall {
  readonly form: NativeForm
  /** `output`: writes text; `input`: only reads, as embeddings do; `free`: is not charged, as counting is. */
  readonly uses: 'output' | 'input' | 'free'
}

type Uses = NativeCall['uses']

/** https://ai.google.dev/api/generate-content, /embeddings, /tokens; the same methods at Vertex AI. */
const GEMINI: ReadonlyMap<string, Uses> = new Map<string, Uses>([
  ['generateContent', 'output'],
  ['streamGenerateContent', 'output'],
  ['embedContent', 'input'],
  ['batchEmbedContents', 'input'],
  ['countTokens', 'free'],
])
const GEMINI_METHOD = /:([A-Za-z]+)(?:\?|$)/
const INTERACTION = /^\/(?:v1(?:beta|alpha)?\/)?interactions(?:\?|$)/

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_Operations_Amazon_Bedrock_Runtime.html */
const BEDROCK =
  /^\/model\/[^/?]+\/(converse|converse-stream|invoke|invoke-with-response-stream|count-tokens)(?:\?|$)/

/** https://docs.cohere.com/reference: versions 1 and 2. */
const COHERE = /^\/v[12]\/(chat|generate|embed|rerank|classify|tokenize|detokenize)(?:\?|$)/
const COHERE_USES: Readonly<Record<string, Uses>> = {
  chat: 'output',
  generate: 'output',
  tokenize: 'free',
  detokenize: 'free',
}

/** https://docs.mistral.ai/api: fill-in-the-middle, agents and OCR. */
const MISTRAL = /^\/(?:v1\/)?(fim\/completions|agents\/completions|ocr)(?:\?|$)/

/** https://github.com/ollama/ollama/blob/main/docs/api.md */
const OLLAMA = /^\/api\/(chat|generate|embed)(?:\?|$)/

/** Undefined for all other calls, of which most do not pass. */
export function nativeCall({
  endpoint,
  resource,
  method,
  path,
  pathname,
}: Pick<Call, 'endpoint' | 'resource' | 'method' | 'path' | 'pathname'>): NativeCall | undefined {
  if (endpoint !== undefined || resource !== undefined || method !== 'POST') return undefined
  const gemini = geminiRequest(pathname)?.method ?? GEMINI_METHOD.exec(path)?.[1]
  if (gemini !== undefined) {
    const uses = GEMINI.get(gemini)
    return uses && { form: 'gemini', uses }
  }
  if (INTERACTION.test(path)) return { form: 'interactions', uses: 'output' }
  const [, bedrock] = BEDROCK.exec(path) ?? []
  if (bedrock !== undefined) return { form: 'bedrock', uses: bedrock === 'count-tokens' ? 'free' : 'output' }
  const [, cohere] = COHERE.exec(path) ?? []
  if (cohere !== undefined) return { form: 'cohere', uses: COHERE_USES[cohere] ?? 'input' }
  const [, mistral] = MISTRAL.exec(path) ?? []
  if (mistral !== undefined) return { form: 'plain', uses: mistral === 'ocr' ? 'input' : 'output' }
  const [, ollama] = OLLAMA.exec(path) ?? []
  return ollama === undefined ? undefined : { form: 'ollama', uses: ollama === 'embed' ? 'input' : 'output' }
}

/** The model or deployment in a path of a provider, such as `/model/{id}/invoke` and `/models/{id}:predict`. */
const IN_PATH = /\/(?:models?|deployments)\/([^/:]+)[/:]/
/** Identifiers at Bedrock have colons: `amazon.nova-lite-v1:0`. */
const IN_BEDROCK_PATH = /^\/model\/([^/?]+)\//

/** The model that a request names which runs one and passes through. */
export function modelOfPassedPath({
  endpoint,
  resource,
  method,
  path,
  pathname,
}: Pick<Call, 'endpoint' | 'resource' | 'method' | 'path' | 'pathname'>): string | undefined {
  if (endpoint !== undefined || resource !== undefined || method !== 'POST') return undefined
  const [, name] = IN_BEDROCK_PATH.exec(path) ?? IN_PATH.exec(pathname) ?? []
  return name && decodeComponent(name)
}
