// A reply without the fields that the vendor's schema does not have: strict compliance that is written out (semantics,
// section 17).
import { type ReplyFields, replyFields } from '../../schemas/generated/reply-fields.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'

/** The fields of an endpoint's replies, whole or in chunks; undefined for endpoints whose replies are never limited. */
export function fieldsOfReply(endpoint: string, kind: 'reply' | 'chunk'): ReplyFields | undefined {
  const fields = replyFields[endpoint]
  return fields?.[kind] ?? fields?.reply
}

/** The same object with the listed fields only, in its own order. */
export const limitFields = (value: JsonObject, fields: ReplyFields): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const inner = Object.hasOwn(fields, name) ? fields[name] : undefined
      return inner === undefined ? [] : [[name, inner === true ? field : limitValue(field, inner)]]
    }),
  )

function limitValue(value: Json, fields: ReplyFields): Json {
  if (isList(value)) return value.map(item => limitValue(item, fields))
  return isObject(value) ? limitFields(value, fields) : value
}
