// Removes from a chat of the OpenAI schema what its provider rejects: extension fields of this gateway, words of other
// dialects, cache marks, the role developer, a schema.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Call } from '../../values/call.ts'
import { stripExtensions } from '../../wire/extension-fields.ts'
import { acceptsWord, foreignWordEdits, withoutCacheMarks } from '../../wire/foreign-words.ts'
import { developerToSystem, mentionsDeveloper } from '../../wire/instruction-roles.ts'
import { jsonWish, withJsonInstruction } from '../../wire/json-instruction.ts'
import type { Overrides } from './request-body.ts'

export interface FittedFields {
  /** Fields to write; undefined removes one. */
  readonly fields: readonly (readonly [name: string, value: Json | undefined])[]
  readonly dropped: readonly string[]
}

/** `hasNested`: the body may have extension fields or cache marks. */
export function fitFields(
  { body }: Call,
  { values }: Overrides,
  spec: ProviderSpec,
  names: readonly string[],
  hasNested: boolean,
): FittedFields {
  const read = (name: string): Json | undefined => values[name] ?? body.field(name)
  const all = [...new Set([...names, ...Object.keys(values)])]
  const edits = foreignWordEdits(all, read, spec.accepts)
  const fields = Object.entries(edits?.fields ?? {})
  const hasDeveloper = spec.developerRole !== true && mentionsDeveloper(body.bytes)
  const hasMarks = hasNested && !acceptsWord('cache_control', spec.accepts)
  if (hasNested || hasDeveloper) {
    const stripped = hasNested
      ? stripExtensions(read('messages'), spec.baseUrl === undefined)
      : read('messages')
    const unmarked = hasMarks ? withoutCacheMarks(stripped) : stripped
    const messages = hasDeveloper ? developerToSystem(unmarked) : unmarked
    if (messages !== undefined) fields.push(['messages', messages])
  }
  const wish = spec.schemaAsInstruction === true ? jsonWish(read('response_format')) : undefined
  if (wish?.schema !== undefined) {
    const fitted = fields.find(([name]) => name === 'messages')?.[1] ?? read('messages')
    const instructed = withJsonInstruction(fitted, wish)
    if (instructed !== undefined) fields.push(['messages', instructed])
    fields.push(['response_format', { type: 'json_object' }])
  }
  const tools = hasMarks ? withoutCacheMarks(read('tools')) : undefined
  if (tools !== undefined) fields.push(['tools', tools])
  const dropped = edits?.dropped ?? []
  return {
    fields,
    dropped: wish?.schema === undefined ? dropped : [...dropped, 'response_format.json_schema'],
  }
}
