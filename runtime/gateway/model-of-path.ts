// The model that a path names: a deployment of Azure's clients, or the model of Gemini's.
import { azureDeployment } from '../values/azure-url.ts'
import type { Call } from '../values/call.ts'
import { geminiRequest } from '../values/gemini-path.ts'
import { decodeComponent } from '../values/query-string.ts'

/** `pathname` is that of the client. */
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
