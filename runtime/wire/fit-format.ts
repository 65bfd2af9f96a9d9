// The form of reply that a chat asks for, as far as the model that serves it accepts it.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asObject, isList } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import type { ChatDraft } from './chat-draft.ts'
import { fitFormatSchema } from './fit-schemas.ts'
import { jsonWish, withJsonInstruction } from './json-instruction.ts'

/** A schema that the model cannot be given becomes an instruction, as does JSON where it has no parameter for it. */
export function fitFormat(
  chat: ChatDraft,
  { lacks, language }: Pick<FamilyFacts, 'lacks' | 'language'>,
  refused: ReadonlySet<string> = NOTHING,
): void {
  const format = chat.value('response_format')
  const wish = jsonWish(format)
  if (wish === undefined) return
  const tools = chat.value('tools')
  const cannotBeSent =
    refused.has('response_format') ||
    (lacks.includes('schema-with-tools') && isList(tools) && tools.length > 0)
  if (!cannotBeSent && wish.schema !== undefined && !lacks.includes('schema')) {
    if (lacks.includes('strict-schema')) relax(chat, asObject(format))
    const fitted = language && fitFormatSchema(chat.value('response_format'), language)
    if (fitted === undefined) return
    for (const name of fitted.left) chat.name(name)
    if (fitted.value !== undefined) return chat.write('response_format', fitted.value)
  } else if (wish.schema !== undefined) chat.name('response_format.json_schema')
  else if (cannotBeSent) chat.name('response_format')
  else if (!lacks.includes('json-mode')) return
  chat.write('messages', withJsonInstruction(chat.value('messages'), wish))
  const hasMode = !cannotBeSent && !lacks.includes('json-mode')
  chat.write('response_format', hasMode ? { type: 'json_object' } : undefined)
}

const NOTHING: ReadonlySet<string> = new Set()

/** A schema that the model tries to follow, in place of one that it must. */
function relax(chat: ChatDraft, format: JsonObject): void {
  const described = asObject(format['json_schema'])
  if (described['strict'] !== true) return
  chat.write('response_format', { ...format, json_schema: { ...described, strict: false } })
  chat.name('response_format.json_schema.strict')
}
