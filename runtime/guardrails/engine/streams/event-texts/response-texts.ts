// The texts of the events of a response. None is known: their fields have the names of those of the reply.
import { isObject, parseJson } from '../../../../../schemas/values/json.ts'
import { NO_EVENT_TEXTS, type ReadEventTexts } from './event-texts.ts'
import { otherTexts } from './other-texts.ts'

export const readResponseTexts: ReadEventTexts = ({ data }, parsed) => {
  if (data === '[DONE]') return NO_EVENT_TEXTS
  const value = parsed ?? parseJson(data)
  return isObject(value) ? { value, texts: otherTexts(value, []), closes: [] } : 'error'
}
