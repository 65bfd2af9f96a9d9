// What scope `last` selects from a list of messages: everything after the last turn of the assistant that another
// message follows. Nothing that a client appends after its prompt (a prefilled answer, an instruction, a second
// message, a tool result) hides the prompt.
import type { Json } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'

/** The index at which the last turn starts. A trailing run of the assistant's messages belongs to it. */
export const lastTurnStart =
  (isAssistant: (item: Json | undefined) => boolean) =>
  (items: readonly Json[]): number => {
    let index = items.length
    while (index > 0 && isAssistant(items[index - 1])) index -= 1
    while (index > 0 && !isAssistant(items[index - 1])) index -= 1
    return index
  }

/** Whether the assistant wrote a chat message. */
export const isAssistantMessage = (message: Json | undefined): boolean =>
  asObject(message)['role'] === 'assistant'

/** Whether the assistant wrote an input item of the Responses API: a message, a tool call, reasoning. */
export function isAssistantItem(item: Json | undefined): boolean {
  const { role, type } = asObject(item)
  if (role !== undefined) return role === 'assistant'
  return typeof type === 'string' && type !== 'message' && !/_(?:output|response)$/.test(type)
}
