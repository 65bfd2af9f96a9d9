// Paths of clients of Gemini's API: `/v1beta/...`, `/v1alpha/...`, uploads, and below `/v1` interactions and the calls of a model, where
// their method distinguishes them from the vendor's paths. The model is part of the path.
import { decodeComponent } from './query-string.ts'

export interface GeminiRequest {
  /** The path below the version, without its query. */
  readonly path: string
  /** The model of a call, decoded. Undefined for other paths, such as those of files. */
  readonly model: string | undefined
  /** The method of a call, such as `generateContent`. */
  readonly method: string | undefined
  /** Where the path is at Google, if not at the version of other calls: `/v1alpha`, `/upload/v1beta`. */
  readonly root?: string
}

const STABLE = '/v1'
const PREVIEW = '/v1beta'
/** Precedes the paths of clients that other facts than their path identify, which are at the version that they name. */
const ENTERED = '/google'
const ENTERED_ROOT = /^(?:\/upload)?\/v1(?:beta1?|alpha)?(?=\/)/
const ROOT = /^(?:\/v1beta|\/v1alpha|\/upload\/v1(?:beta|alpha)?)(?=\/)/
/** A slug may be written in place of `models/`, by clients that take a model with a slash for the name of a resource. */
const CALL = /^\/(?:models\/(?=.)|(?=tunedModels\/.)|(?=(?:@|%40)[^/]))(.+):([A-Za-z]+)$/
const STABLE_CALL =
  /^\/models\/(.+):(generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents)$/
const INTERACTIONS = /^\/interactions(?:\/|$)/

/** Undefined for paths of other clients. */
export function geminiRequest(pathname: string): GeminiRequest | undefined {
  const isEntered = pathname.startsWith(`${ENTERED}/`)
  const sent = isEntered ? pathname.slice(ENTERED.length) : pathname
  const isStable = !isEntered && sent.startsWith(`${STABLE}/`)
  const root = isStable ? STABLE : (isEntered ? ENTERED_ROOT : ROOT).exec(sent)?.[0]
  if (root === undefined) return undefined
  const path = sent.slice(root.length)
  const [, model, method] = (isStable ? STABLE_CALL : CALL).exec(path) ?? []
  if (isStable && method === undefined && !INTERACTIONS.test(path)) return undefined
  return {
    path,
    model: model === undefined ? undefined : decodeComponent(model),
    method,
    ...(!isStable && root !== PREVIEW && { root }),
  }
}

/** Sessions of the Live API: WebSockets whose first message names the model. The vendor's SDK writes a second slash after the host. */
const LIVE =
  /^\/{1,2}ws\/google\.ai\.generativelanguage\.v1[a-z]*\.GenerativeService\.BidiGenerateContent(?:Constrained)?(?:\?|$)/

export const isLivePath = (path: string): boolean => LIVE.test(path)

/** The same request below the base path; undefined for URLs of other clients. */
export function geminiUrl(url: string): string | undefined {
  if (isLivePath(url)) return STABLE + url.replace('//', '/')
  const [root] = ROOT.exec(url) ?? []
  if (root === undefined || url.length === root.length + 1) return undefined
  return STABLE + (root.startsWith('/upload') ? url : url.slice(root.length))
}
