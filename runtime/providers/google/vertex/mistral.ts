// Mistral's models at Vertex AI: their maker's own API, with the model in the path and in the body.
import { catalogue } from '../../../../schemas/generated/catalogue.ts'
import type { AdapterContext, EndpointAdapter } from '../../../values/adapter.ts'
import { isFailure } from '../../../values/failures.ts'
import { normalizedChat } from '../../compatible/compatible.ts'
import { vertexModelPath } from './vertex-endpoint.ts'

/** True for `mistral-...` and its siblings, with or without the publisher. */
export const isMistral = (model: string): boolean =>
  /^(mistralai\/|(mistral|codestral|ministral|magistral)-)/.test(model)

/** How the maker's API deviates, which is the same here. */
const maker = catalogue.find(({ id }) => id === 'mistral')
const deviations: Pick<AdapterContext, 'renames' | 'omits' | 'quirks'> = {
  renames: maker?.renames ?? {},
  omits: maker?.omits ?? [],
  quirks: maker?.quirks ?? [],
}

export const mistral: EndpointAdapter = {
  ...normalizedChat,
  request: (chat, context) => {
    const endpoint = vertexModelPath('mistralai', context)
    if (isFailure(endpoint)) return endpoint
    const converted = normalizedChat.request(chat, { ...context, ...deviations })
    if (isFailure(converted)) return converted
    const model = context.model.replace(/^mistralai\//, '').replace(/@.*$/, '')
    const verb = context.stream ? 'streamRawPredict' : 'rawPredict'
    return { ...converted, body: { ...converted.body, model }, path: `${endpoint.path}:${verb}` }
  },
}
