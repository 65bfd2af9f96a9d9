// `is_error` of a tool result. Some dialects support it; for the others it is removed and reported as dropped, and the
// content of the result has to say it.
import type { JsonObject } from '../../compiler/source.ts'
import { isList, isObject } from '../providers/wire/json.ts'
import type { ChatRequest } from './face.ts'

const DIALECTS: ReadonlySet<string> = new Set(['anthropic', 'cloud1', 'cloud2-messages', 'cloud3', 'google'])

export const knowsFailedResults = (dialect: string): boolean => DIALECTS.has(dialect)

export function withoutFailedMarks({ body, dropped }: ChatRequest): ChatRequest {
  const { messages } = body
  const marked = isList(messages) && messages.some(message => isObject(message) && 'is_error' in message)
  if (!marked) return { body, dropped }
  const plain = messages.map(message => {
    if (!isObject(message)) return message
    const { is_error: _, ...others } = message
    return others
  })
  return { body: { ...body, messages: plain } satisfies JsonObject, dropped: [...dropped, 'is_error'] }
}
