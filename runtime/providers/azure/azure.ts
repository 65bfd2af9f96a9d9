// Azure in three APIs: OpenAI's, model inference (models of any maker), and Anthropic's. The first two take bodies
// in the OpenAI schema: OpenAI's bytes pass through, and chats of other models are normalized. The adapters define
// URL, path and credential.
import { vendorBatches } from '../../resources/vendor-batches.ts'
import type { Adapter } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'
import { anthropic } from '../anthropic/anthropic.ts'
import { normalizedChat } from '../compatible/compatible.ts'
import { azureAuthentication } from './authentication.ts'
import { azureBaseUrl } from './base-url.ts'
import {
  deploymentName,
  isHosted,
  modelsModel,
  modelsPath,
  openAiModel,
  openAiPath,
  passThroughPath,
} from './path.ts'
import { azureRerank } from './rerank.ts'

/** The OpenAI API of a resource, or of a serverless or managed deployment with its own host. */
export const azure: Adapter = {
  endpoints: { rerank: azureRerank },
  resources: { batches: vendorBatches },
  error: vendorError,
  baseUrl: settings => azureBaseUrl(settings, 'openai.azure.com', '/openai'),
  path: (route, context) => (isHosted(context.settings) ? modelsPath : openAiPath)(route, context),
  model: (route, context) => (isHosted(context.settings) ? modelsModel : openAiModel)(route, context),
  sentModel: (route, context) => (isHosted(context.settings) ? modelsModel : deploymentName)(route, context),
  passThroughPath,
  authentication: azureAuthentication('api-key'),
}

/** Models of any maker at a Foundry resource. */
export const azureModels: Adapter = {
  endpoints: { 'chat/completions': normalizedChat, rerank: azureRerank },
  error: vendorError,
  baseUrl: settings => azureBaseUrl(settings, 'services.ai.azure.com', '/models'),
  path: modelsPath,
  model: modelsModel,
  sentModel: modelsModel,
  authentication: azureAuthentication('api-key'),
}

/** Claude at a Foundry resource. */
export const azureMessages: Adapter = {
  endpoints: anthropic.endpoints,
  error: anthropic.error,
  baseUrl: settings => azureBaseUrl(settings, 'services.ai.azure.com', '/anthropic/v1'),
  authentication: azureAuthentication('x-api-key'),
}
