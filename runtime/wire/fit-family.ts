// A chat as far as the model that serves it accepts it, by the facts of its family: thinking in the form of the model,
// without parameters that it rejects. What is left out or changed is named, unless it asked for nothing.
import type { Json } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { ChatDraft, type FamilyEdits } from './chat-draft.ts'
import { fitFormat } from './fit-format.ts'
import { fitImages, fitReplay, fitRoles } from './fit-history.ts'
import type { SchemaFitters } from './fit-schemas.ts'
import { fitThinking } from './fit-thinking.ts'
import { fitTools } from './fit-tools.ts'

/**
 * What to change in a chat; undefined: nothing. Models of unknown families get what the client sends. `origins` has the
 * words of the client for fields that were converted from others. Without `fitters` schemas are sent as they are.
 */
export function familyEdits(
  names: readonly string[],
  read: (name: string) => Json | undefined,
  facts: FamilyFacts | undefined,
  origins: Readonly<Record<string, string>> = {},
  fitters?: SchemaFitters,
): FamilyEdits | undefined {
  if (facts === undefined) return undefined
  if (facts.textOnly !== true && !names.some(name => facts.concerns.has(name))) return undefined
  const chat = new ChatDraft(read)
  const thinks = fitThinking(chat, facts)
  const refused = new Set([...facts.refuses, ...(thinks ? facts.refusesWhileThinking : [])])
  for (const name of facts.thinking?.refusesAt?.[String(chat.value('reasoning_effort'))] ?? [])
    refused.add(name)
  fitters?.tools(chat, facts)
  fitTools(chat, facts, refused)
  fitFormat(chat, facts, fitters, refused)
  fitImages(chat, facts)
  fitReplay(chat, facts, thinks)
  fitRoles(chat, facts)
  for (const name of refused) chat.leaveOut(name)
  for (const [from, to] of Object.entries(facts.renames)) {
    const value = chat.value(from)
    if (value === undefined) continue
    if (chat.value(to) === undefined) chat.write(to, value)
    chat.write(from, undefined)
  }
  return chat.edits(origins)
}
