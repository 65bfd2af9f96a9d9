// Chats with images for models that read none.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type FamilyCase, user } from './family-case.ts'

export const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
const omitted = { type: 'text', text: '[image omitted: the model does not read images]' }
export const shown = (part: JsonObject): JsonObject => ({
  role: 'user',
  content: [{ type: 'text', text: 'Look' }, part],
})
export const answered = { role: 'assistant', content: 'A dot' }
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
}
const result = (part: JsonObject): JsonObject => ({ role: 'tool', tool_call_id: 'c', content: [part] })

/** Images at a model that reads none. */
export const imageCases = (model: string): readonly FamilyCase[] => [
  [
    'reads no images of earlier turns',
    model,
    { messages: [shown(image), answered, shown(image)] },
    { messages: [shown(omitted), answered, shown(image)] },
    ['messages.image_url'],
  ],
  [
    'reads no images of earlier results, and those of the last round are its host’s to refuse',
    model,
    { messages: [shown(image), called, result(image), called, result(image), result(image)] },
    { messages: [shown(omitted), called, result(omitted), called, result(image), result(image)] },
    ['messages.image_url'],
  ],
  ['is sent the images of the last turn', model, { messages: [user, answered, shown(image)] }, {}],
]
