// Azure in three APIs: OpenAI's, model inference (models of any maker), and Anthropic's. The first two take bodies
// in the OpenAI schema: OpenAI's bytes pass through, and chats of other models are normalized. The adapters define
// URL, path and credential.
import { vendorBatches } from '../../collections/vendor-batches.ts'
import type { Adapter } from '../adapter.ts'
import { anthropic } from '../anthropic/anthropic.ts'
import { mendedChat } from '../compatible/compatible.ts'
import { foundryRerank } from '../rerank/cohere-shape.ts'
import { vendorError } from '../wire/error.ts'
import { addressOf } from './address.ts'
import { authenticationBy } from './authentication.ts'
import { isHosted, modelsModel, modelsPath, openAiModel, openAiPath, passedPath } from './path.ts'

/** The OpenAI API of a resource, or of a serverless or managed deployment with its own host. */
export const azure: Adapter = {
  endpoints: { rerank: foundryRerank },
  collections: { batches: vendorBatches },
  error: vendorError,
  address: settings => addressOf(settings, 'openai.azure.com', '/openai'),
  path: (route, context) => (isHosted(context.settings) ? modelsPath : openAiPath)(route, context),
  model: (route, context) => (isHosted(context.settings) ? modelsModel : openAiModel)(route, context),
  passedPath,
  authentication: authenticationBy('api-key'),
}

/** Models of any maker at a Foundry resource. */
export const azureModels: Adapter = {
  endpoints: { 'chat/completions': mendedChat, rerank: foundryRerank },
  error: vendorError,
  address: settings => addressOf(settings, 'services.ai.azure.com', '/models'),
  path: modelsPath,
  model: modelsModel,
  authentication: authenticationBy('api-key'),
}

/** Claude at a Foundry resource. */
export const azureMessages: Adapter = {
  endpoints: anthropic.endpoints,
  error: anthropic.error,
  address: settings => addressOf(settings, 'services.ai.azure.com', '/anthropic/v1'),
  authentication: authenticationBy('x-api-key'),
}
