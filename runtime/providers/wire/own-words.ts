// Words that this gateway gives its clients beside the vendor's schema, and that come back in a history: blocks of a
// dialect, and opaque values of calls. Providers that know neither refuse them, so they stay behind.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from './json.ts'

export const OWN_WORDS: readonly string[] = ['content_blocks', 'extra_content']

/** The messages without them; `keepsExtra` leaves the opaque values of calls, which a custom host may want back. */
export function withoutOwnWords(messages: Json | undefined, keepsExtra: boolean): Json | undefined {
  if (!isList(messages)) return messages
  return messages.map(message => {
    if (!isObject(message)) return message
    const { content_blocks: _blocks, ...others } = message
    const { tool_calls: calls } = others
    if (keepsExtra || !isList(calls)) return others
    return { ...others, tool_calls: calls.map(call => (isObject(call) ? withoutExtra(call) : call)) }
  })
}

const withoutExtra = ({ extra_content: _extra, ...call }: JsonObject): JsonObject => call
