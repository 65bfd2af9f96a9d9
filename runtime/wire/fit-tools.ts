// The tools of a chat as far as the model that serves it accepts them.
import type { Json } from '../../schemas/values/json.ts'
import { isObject } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import type { ChatDraft } from './chat-draft.ts'
import { fitToolSchemas } from './fit-schemas.ts'

export function fitTools(chat: ChatDraft, facts: FamilyFacts, refused: ReadonlySet<string>): void {
  const { lacks } = facts
  fitParameters(chat, facts)
  if (lacks.includes('tools'))
    for (const name of ['tools', 'tool_choice', 'parallel_tool_calls']) chat.leaveOut(name)
  const choice = chat.value('tool_choice')
  if (choice === 'none' && refused.has('tool_choice'))
    // Without tools none is called: nothing is lost.
    for (const name of ['tools', 'tool_choice']) chat.write(name, undefined)
  fitForcedTool(chat, lacks)
}

/** Whether a choice makes the model call a tool. */
export const isForced = (choice: Json | undefined): boolean => choice === 'required' || isObject(choice)

/** A tool that must be called becomes one that may be, where a model cannot be made to call any. */
export function fitForcedTool(chat: ChatDraft, lacks: FamilyFacts['lacks']): void {
  if (!lacks.includes('forced-tool') || !isForced(chat.value('tool_choice'))) return
  chat.write('tool_choice', 'auto')
  chat.name('tool_choice')
}

/** The parameters of tools in the language of the model. */
export function fitParameters(
  chat: ChatDraft,
  { lacks, language }: Pick<FamilyFacts, 'lacks' | 'language'>,
): void {
  const schemas = fitToolSchemas(chat.value('tools'), language, lacks.includes('schema'))
  if (schemas?.value !== undefined) chat.write('tools', schemas.value)
  for (const name of schemas?.left ?? []) chat.name(name)
}
