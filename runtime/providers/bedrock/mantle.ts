// Bedrock Mantle, which speaks the OpenAI schema and, for Claude, Anthropic's: bodies pass through, only URL and
// credential are AWS's. Models are below one of two prefixes; below the wrong one they are unknown.

import { asObject, present } from '../../../schemas/values/json.ts'
import type { Adapter, EndpointAdapter } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'
import { fitMessage } from '../anthropic/fit-message.ts'
import { authenticationFor } from './authentication.ts'
import { regionOf } from './base-url.ts'
import { makerOf } from './model.ts'

/** OpenAI's newer models, and Google's open ones. */
const pathPrefix = (model: string): string =>
  /^(openai\.gpt-\d|google\.gemma)/.test(model) ? '/openai/v1' : '/v1'

/** Other models go through the chat translation. */
const messages: EndpointAdapter = {
  supportsModel: model => makerOf(model) === 'anthropic',
  requestOnly: true,
  request: (body, { choosesModel, facts, model }) => {
    const fitted =
      choosesModel === true ? fitMessage(name => body[name], facts, model) : { fields: {}, dropped: [] }
    const { dropped } = fitted
    return { body: present({ ...body, ...fitted.fields }), dropped, path: '/anthropic/v1/messages' }
  },
  reply: asObject,
}

export const bedrockMantle: Adapter = {
  endpoints: { messages },
  error: vendorError,
  baseUrl: settings => {
    const region = regionOf(settings)
    return typeof region === 'string' ? `https://bedrock-mantle.${region}.api.aws` : region
  },
  authentication: authenticationFor('bedrock-mantle'),
  path: (route, { model, pathSuffix: suffix = '' }) => `${pathPrefix(model)}/${route}${suffix}`,
  passThroughPath: path => (/^\/(v1|openai|anthropic)\//.test(path) ? path : `/v1${path}`),
}
