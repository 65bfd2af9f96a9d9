// Bedrock Mantle, which speaks the OpenAI schema and, for Claude, Anthropic's: bodies pass through, only URL and
// credential are AWS's. Models are below one of two prefixes; below the wrong one they are unknown.
import type { Adapter, EndpointAdapter } from '../adapter.ts'
import { vendorError } from '../wire/error.ts'
import { asObject } from '../wire/json.ts'
import { regionOf } from './address.ts'
import { authenticationFor } from './authentication.ts'
import { makerOf } from './model.ts'

/** OpenAI's newer models, and Google's open ones. */
const below = (model: string): string =>
  /^(openai\.gpt-\d|google\.gemma)/.test(model) ? '/openai/v1' : '/v1'

/** Other models go through the chat translation. */
const messages: EndpointAdapter = {
  serves: model => makerOf(model) === 'anthropic',
  passes: true,
  request: body => ({ body, dropped: [], path: '/anthropic/v1/messages' }),
  reply: asObject,
}

export const bedrockMantle: Adapter = {
  endpoints: { messages },
  error: vendorError,
  address: settings => {
    const region = regionOf(settings)
    return typeof region === 'string' ? `https://bedrock-mantle.${region}.api.aws` : region
  },
  authentication: authenticationFor('bedrock-mantle'),
  path: (route, { model, below: rest = '' }) => `${below(model)}/${route}${rest}`,
  passedPath: path => (/^\/(v1|openai|anthropic)\//.test(path) ? path : `/v1${path}`),
}
