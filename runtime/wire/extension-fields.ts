// Extension fields that this gateway adds for its clients beyond the OpenAI schema, and that come back in a
// history: native content blocks, and opaque values of tool calls. Providers that do not know them reject them, so
// they are stripped.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'

export const EXTENSION_FIELDS: readonly string[] = ['content_blocks', 'extra_content']

/** The messages without them; `allowExtraContent` leaves the opaque values of tool calls, which a custom host may need. */
export function stripExtensions(messages: Json | undefined, allowExtraContent: boolean): Json | undefined {
  if (!isList(messages)) return messages
  return messages.map(message => {
    if (!isObject(message)) return message
    const { content_blocks: _blocks, ...others } = message
    const { tool_calls: calls } = others
    if (allowExtraContent || !isList(calls)) return others
    return { ...others, tool_calls: calls.map(call => (isObject(call) ? withoutExtraContent(call) : call)) }
  })
}

const withoutExtraContent = ({ extra_content: _extra, ...call }: JsonObject): JsonObject => call
