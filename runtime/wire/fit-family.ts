// A chat as far as the model that serves it accepts it, by the facts of its family: thinking in the form of the model,
// without parameters that it rejects. What is left out or changed is named, unless it asked for nothing.
import type { Json } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { ChatDraft, type FamilyEdits } from './chat-draft.ts'
import { fitReplay } from './fit-replay.ts'
import { fitThinking } from './fit-thinking.ts'
import { jsonWish, withJsonInstruction } from './json-instruction.ts'

/**
 * What to change in a chat; undefined: nothing. Models of unknown families get what the client sends. `origins` has the
 * words of the client for fields that were converted from others.
 */
export function familyEdits(
  names: readonly string[],
  read: (name: string) => Json | undefined,
  facts: FamilyFacts | undefined,
  origins: Readonly<Record<string, string>> = {},
): FamilyEdits | undefined {
  if (facts === undefined || !names.some(name => facts.concerns.has(name))) return undefined
  const chat = new ChatDraft(read)
  const thinks = fitThinking(chat, facts)
  const refused = new Set([...facts.refuses, ...(thinks ? facts.refusesWhileThinking : [])])
  for (const name of facts.thinking?.refusesAt?.[String(chat.value('reasoning_effort'))] ?? [])
    refused.add(name)
  fitTools(chat, facts, refused)
  fitFormat(chat, facts, refused)
  fitReplay(chat, facts, thinks)
  for (const name of refused) chat.leaveOut(name)
  for (const [from, to] of Object.entries(facts.renames)) {
    const value = chat.value(from)
    if (value === undefined) continue
    if (chat.value(to) === undefined) chat.write(to, value)
    chat.write(from, undefined)
  }
  return chat.edits(origins)
}

function fitTools(chat: ChatDraft, { lacks }: FamilyFacts, refused: ReadonlySet<string>): void {
  if (lacks.includes('tools'))
    for (const name of ['tools', 'tool_choice', 'parallel_tool_calls']) chat.leaveOut(name)
  const choice = chat.value('tool_choice')
  if (choice === 'none' && refused.has('tool_choice'))
    // Without tools none is called: nothing is lost.
    for (const name of ['tools', 'tool_choice']) chat.write(name, undefined)
  if (lacks.includes('forced-tool') && isForced(choice)) {
    chat.write('tool_choice', 'auto')
    chat.name('tool_choice')
  }
}

/** Whether a choice makes the model call a tool. */
export const isForced = (choice: Json | undefined): boolean => choice === 'required' || isObject(choice)

/** A schema that the model cannot be given becomes an instruction, as does JSON where it has no parameter for it. */
function fitFormat(chat: ChatDraft, { lacks }: FamilyFacts, refused: ReadonlySet<string>): void {
  const wish = jsonWish(chat.value('response_format'))
  if (wish === undefined) return
  const tools = chat.value('tools')
  const cannotBeSent =
    refused.has('response_format') ||
    (lacks.includes('schema-with-tools') && isList(tools) && tools.length > 0)
  if (!cannotBeSent && (wish.schema === undefined || !lacks.includes('schema'))) return
  chat.write('messages', withJsonInstruction(chat.value('messages'), wish))
  chat.write('response_format', cannotBeSent ? undefined : { type: 'json_object' })
  chat.name(wish.schema === undefined ? 'response_format' : 'response_format.json_schema')
}
