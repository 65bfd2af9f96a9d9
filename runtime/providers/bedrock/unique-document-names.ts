// Document names of one request must be unique, across turns and case-insensitively. Duplicates get a number.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText, isList, isObject } from '../../../schemas/values/json.ts'

/** The messages with unique names; unchanged blocks are the same objects. */
export function uniqueDocumentNames(
  messages: readonly { readonly role: string; readonly content: readonly JsonObject[] }[],
): readonly JsonObject[] {
  const taken = new Set<string>()
  const withUniqueName = (block: Json): Json => {
    if (!isObject(block)) return block
    const { document, toolResult } = block
    if (isObject(toolResult) && isList(toolResult['content']))
      return { ...block, toolResult: { ...toolResult, content: toolResult['content'].map(withUniqueName) } }
    const name = isObject(document) ? asText(document['name']) : undefined
    if (name === undefined || !isObject(document)) return block
    let uniqueName = name
    for (let number = 2; taken.has(uniqueName.toLowerCase()); number += 1)
      uniqueName = `${name.slice(0, 190)} (${number})`
    taken.add(uniqueName.toLowerCase())
    return uniqueName === name ? block : { ...block, document: { ...document, name: uniqueName } }
  }
  return messages.map(({ role, content }) => ({ role, content: content.map(withUniqueName) }))
}
