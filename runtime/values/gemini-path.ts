// Paths of clients of Gemini's API: `/v1beta/...`, and the calls of a model below `/v1`, where their method tells them
// from the vendor's paths. The model is part of the path.
import { decodeComponent } from './query-string.ts'

export interface GeminiRequest {
  /** The path below the version, without its query. */
  readonly path: string
  /** The model of a call, decoded. Undefined for other paths, such as those of files. */
  readonly model: string | undefined
  /** The method of a call, such as `generateContent`. */
  readonly method: string | undefined
}

const PREVIEW = '/v1beta/'
const CALL = /^\/v1beta\/(?:models\/(?=.)|(?=tunedModels\/.))(.+):([A-Za-z]+)$/
const STABLE_CALL =
  /^\/v1\/models\/(.+):(generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents)$/

/** Undefined for paths of other clients. */
export function geminiRequest(pathname: string): GeminiRequest | undefined {
  const isPreview = pathname.startsWith(PREVIEW)
  const [, model, method] = (isPreview ? CALL : STABLE_CALL).exec(pathname) ?? []
  if (!isPreview && method === undefined) return undefined
  return {
    path: pathname.slice(isPreview ? PREVIEW.length - 1 : '/v1'.length),
    model: model === undefined ? undefined : decodeComponent(model),
    method,
  }
}

/** The same request below the base path; undefined for URLs of other clients. */
export const geminiUrl = (url: string): string | undefined =>
  url.startsWith(PREVIEW) ? `/v1/${url.slice(PREVIEW.length)}` : undefined
