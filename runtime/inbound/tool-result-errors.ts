// `is_error` of a tool result. Some dialects support it; for the others it is removed and reported as dropped, and the
// content of the result has to say it.
import type { JsonObject } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'
import type { ChatRequest } from './inbound-api.ts'

const DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'cloud1', 'cloud2-messages', 'cloud3', 'google'])

export const supportsIsError = (dialect: string): boolean => DIALECTS.has(dialect)

export function stripIsError({ body, dropped }: ChatRequest): ChatRequest {
  const { messages } = body
  const hasIsError = isList(messages) && messages.some(message => isObject(message) && 'is_error' in message)
  if (!hasIsError) return { body, dropped }
  const stripped = messages.map(message => {
    if (!isObject(message)) return message
    const { is_error: _, ...others } = message
    return others
  })
  return { body: { ...body, messages: stripped } satisfies JsonObject, dropped: [...dropped, 'is_error'] }
}
