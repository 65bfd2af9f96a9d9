// The publisher of a model at Vertex AI. Names have it before a slash, or before a dot as at other clouds; adapters see
// one form.
import type { AdapterContext, EndpointAdapter } from '../../../values/adapter.ts'
import { isMistral } from './mistral.ts'
import { isOpenModel } from './open-model.ts'

/** The names of publishers, and of tuned models, as they are written before a dot. */
const DOTTED = /^(anthropic|endpoints|google|meta|mistralai|mistral)\.(?=.)/

/** `meta.llama-4` is `meta/llama-4`, `endpoints.123` is `endpoints/123`. */
export const withPublisher = (model: string): string =>
  model.replace(DOTTED, (_, name: string) => `${name === 'mistral' ? 'mistralai' : name}/`)

/** The name that the publisher gives the model, whose own path it is below; open models have one path, with the publisher. */
export function nameAtPublisher(model: string): string {
  const name = withPublisher(model)
  return isOpenModel(name) && !isMistral(name)
    ? name
    : name.replace(/^(publishers\/[^/]+\/models|models|google|anthropic|mistralai)\/(?=.)/, '')
}

const named = (context: AdapterContext): AdapterContext => ({
  ...context,
  model: withPublisher(context.model),
})

/** An endpoint whose adapter sees model names in one form. */
export function byPublisher(endpoint: EndpointAdapter): EndpointAdapter {
  const { request, reply, mediaLinks, stream, takesPlainChat, supportsModel, maxInputs } = endpoint
  return {
    ...endpoint,
    request: (body, context) => request(body, named(context)),
    reply: (body, context, headers) => reply(body, named(context), headers),
    ...(maxInputs && { maxInputs: context => maxInputs(named(context)) }),
    ...(mediaLinks && { mediaLinks: (body, context) => mediaLinks(body, named(context)) }),
    ...(stream && { stream: context => stream(named(context)) }),
    ...(takesPlainChat && { takesPlainChat: model => takesPlainChat(withPublisher(model)) }),
    ...(supportsModel && { supportsModel: model => supportsModel(withPublisher(model)) }),
  }
}
