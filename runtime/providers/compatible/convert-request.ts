// An OpenAI chat → one that the provider accepts: renames and omissions of its provider spec, and what its quirks
// require of a history that came from elsewhere.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, ProviderBody } from '../adapter.ts'
import { asList, isList, isObject } from '../wire/json.ts'
import { withoutOwnWords } from '../wire/own-words.ts'
import { shortCallIdentifiers } from './call-identifiers.ts'
import { thinkingIntoContent } from './content-parts.ts'

export function convertRequest(
  body: JsonObject,
  { omits = [], renames = {}, quirks = [] }: AdapterContext,
): ProviderBody {
  const dropped: string[] = []
  const written: Record<string, Json> = {}
  for (const [name, value] of Object.entries(body)) {
    const other = renames[name]
    if (omits.includes(name)) {
      // Clients that request usage get it even where the provider has no option for it.
      if (name !== 'stream_options') dropped.push(name)
    } else if (other === undefined) written[name] = value
    else if (body[other] === undefined) written[other] = value
  }
  const { messages } = written
  if (isList(messages)) written['messages'] = messagesFor(messages, quirks)
  return { body: written, dropped: dropped.sort() }
}

function messagesFor(messages: readonly Json[], quirks: readonly string[]): readonly Json[] {
  const known = asList(withoutOwnWords(messages, false))
  const named = quirks.includes('short-call-ids') ? shortCallIdentifiers(known) : known
  if (!quirks.includes('thinking-in-content')) return named
  return named.map(message => (isObject(message) ? thinkingIntoContent(message) : message))
}
