// The model that a request names: in its body, with or without the slug of a stored provider, or in its path.
import { azureDeployment } from '../values/azure-url.ts'
import { endpointAt } from '../values/endpoints.ts'
import { geminiRequest } from '../values/gemini-path.ts'
import { headerValue } from '../values/headers.ts'
import type { RequestHead } from './request.ts'
import { rejectReserved } from './reserved-resources.ts'

/** The model of a request, and the slug of the stored provider that it names. */
export interface ModelName {
  readonly slug: string | undefined
  readonly model: string
}

/**
 * `@slug/model` selects a stored provider, by slug or identifier; the slug is removed before sending. Models whose own names start with @ are
 * unchanged where no provider with that slug is stored.
 */
export function parseModelName(
  text: string,
  slugOf: (name: string, workspace: string) => string | undefined,
  workspace = '',
): ModelName {
  if (text.startsWith('@')) {
    const slash = text.indexOf('/')
    const slug = slash > 0 ? slugOf(text.slice(1, slash), workspace) : undefined
    if (slug !== undefined) return { slug, model: text.slice(slash + 1) }
  }
  return { slug: undefined, model: text }
}

/** The deployment of Azure's clients, or the model of Gemini's. `pathname` is that of the client. */
export const modelOfPath = (pathname: string): string | undefined =>
  azureDeployment(pathname) ?? geminiRequest(pathname)?.model

/** Whether a client of Gemini's API sent the request: no path of the vendor means anything there. */
export const isGeminiPath = (pathname: string): boolean => geminiRequest(pathname) !== undefined

/**
 * The path as that of a client of Gemini's API, if its headers say so: the vendor's own SDKs call `/v1`, where other paths are OpenAI's
 * (@google/genai 3.3: both headers; google-genai 3.6: `x-goog-api-client`, and the other unless it has OAuth credentials).
 */
export const geminiPathname = ({ method, path, pathname, headers }: RequestHead): string =>
  pathname.startsWith('/v1/') &&
  (headerValue(headers, 'x-goog-api-key') ?? headerValue(headers, 'x-goog-api-client')) !== undefined &&
  !isGeminiPath(pathname) &&
  endpointAt(path) === undefined &&
  !path.startsWith('/proxy/') &&
  rejectReserved(method, path.split('?', 1)[0] ?? path) === undefined
    ? `/google${pathname}`
    : pathname
