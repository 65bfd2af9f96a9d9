// Document names of one request must be unique, across turns and case-insensitively. Duplicates get a number.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asText, isList, isObject } from '../wire/json.ts'

/** The messages with unique names; unchanged blocks are the same objects. */
export function distinctNames(
  messages: readonly { readonly role: string; readonly content: readonly JsonObject[] }[],
): readonly JsonObject[] {
  const taken = new Set<string>()
  const renamed = (block: Json): Json => {
    if (!isObject(block)) return block
    const { document, toolResult } = block
    if (isObject(toolResult) && isList(toolResult['content']))
      return { ...block, toolResult: { ...toolResult, content: toolResult['content'].map(renamed) } }
    const name = isObject(document) ? asText(document['name']) : undefined
    if (name === undefined || !isObject(document)) return block
    let distinct = name
    for (let number = 2; taken.has(distinct.toLowerCase()); number += 1)
      distinct = `${name.slice(0, 190)} (${number})`
    taken.add(distinct.toLowerCase())
    return distinct === name ? block : { ...block, document: { ...document, name: distinct } }
  }
  return messages.map(({ role, content }) => ({ role, content: content.map(renamed) }))
}
