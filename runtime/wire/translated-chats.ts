// What holds for the chats of every dialect: functions are tools, a chat without any content is refused, and choices among tools that
// there are not are named.
import { asList, isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { EndpointAdapter } from '../values/adapter.ts'
import { failure, isFailure } from '../values/failures.ts'
import { withFunctions } from './functions.ts'

export const translatedChats = ({ request, ...others }: EndpointAdapter): EndpointAdapter =>
  withFunctions({
    ...others,
    request: (body, context) => {
      const converted = request(body, context)
      if (isFailure(converted)) return converted
      if (asList(body['messages']).every(isEmpty)) return NO_CONTENT
      const idle = idleChoices(body).filter(name => !converted.dropped.includes(name))
      return idle.length === 0 ? converted : { ...converted, dropped: [...converted.dropped, ...idle].sort() }
    },
  })

const NO_CONTENT = failure('invalid_request', 'messages must have content: all of them are empty.', {
  param: 'messages',
})

/** Properties of a message that are not content. */
const ABOUT: ReadonlySet<string> = new Set(['role', 'content', 'name'])

function isEmpty(message: Json): boolean {
  if (!isObject(message) || Object.keys(message).some(name => !ABOUT.has(name))) return false
  const { content = null } = message
  return content === null || content === '' || (isList(content) && content.length === 0)
}

/** Where nothing can be called, `auto` and `none` mean the same. */
function idleChoices({ tools, tool_choice: choice = null, parallel_tool_calls: parallel }: JsonObject) {
  if (asList(tools).length > 0) return []
  return [
    ...(choice === null || choice === 'auto' || choice === 'none' ? [] : ['tool_choice']),
    ...(parallel === false ? ['parallel_tool_calls'] : []),
  ]
}
