// The model that a request names: in its body, with or without the slug of a stored provider, or in its path.
import { azureDeployment } from '../values/azure-url.ts'
import type { Call } from '../values/call.ts'
import { geminiRequest } from '../values/gemini-path.ts'
import { decodeComponent } from '../values/query-string.ts'

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

/** The model or deployment in a path of a provider, such as `/model/{id}/invoke` and `/models/{id}:predict`. */
const IN_PATH = /\/(?:models?|deployments)\/([^/:]+)[/:]/

/** The model that a request names which runs one and passes through, for limits. */
export function modelOfPassedPath({ endpoint, resource, method, pathname }: Call): string | undefined {
  if (endpoint !== undefined || resource !== undefined || method !== 'POST') return undefined
  const [, name] = IN_PATH.exec(pathname) ?? []
  return name && decodeComponent(name)
}
