// The model that a path names: a deployment of Azure's clients, or the model of Gemini's.
import { azureDeployment } from '../values/azure-url.ts'
import { geminiRequest } from '../values/gemini-path.ts'

/** `pathname` is that of the client. */
export const modelOfPath = (pathname: string): string | undefined =>
  azureDeployment(pathname) ?? geminiRequest(pathname)?.model

/** Whether a client of Gemini's API sent the request: no path of the vendor means anything there. */
export const isGeminiPath = (pathname: string): boolean => geminiRequest(pathname) !== undefined
