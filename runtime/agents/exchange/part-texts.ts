// The content of messages, artifacts and tasks, wherever it is in a value: text parts, and strings in data parts. Guardrails see them, and
// what they rewrite is put back. Files and metadata are not read.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'

/** `content` is what HTTP+JSON of version 0.3 calls the parts of a message. */
const PART_LISTS: ReadonlySet<string> = new Set(['parts', 'content'])

const isRawNumber = (value: Json): boolean =>
  (JSON as unknown as { readonly isRawJSON: (value: unknown) => boolean }).isRawJSON(value)

/** The value with each text replaced, in the order in which `partTexts` lists them. */
function mapPartTexts(value: Json, replace: (text: string) => string): Json {
  if (isList(value)) return value.map(item => mapPartTexts(item, replace))
  if (!isObject(value) || isRawNumber(value)) return value
  return mapMembers(value, (member, name) =>
    PART_LISTS.has(name) && isList(member)
      ? member.map(part => mapPart(part, replace))
      : mapPartTexts(member, replace),
  )
}

const mapPart = (part: Json, replace: (text: string) => string): Json =>
  isObject(part)
    ? mapMembers(part, (member, name) =>
        name === 'text' && typeof member === 'string'
          ? replace(member)
          : name === 'data'
            ? mapStrings(member, replace)
            : mapPartTexts(member, replace),
      )
    : part

function mapStrings(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value)
  if (isList(value)) return value.map(item => mapStrings(item, replace))
  return isObject(value) && !isRawNumber(value)
    ? mapMembers(value, member => mapStrings(member, replace))
    : value
}

const mapMembers = (object: JsonObject, map: (member: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, map(member, name)] as const))

export function partTexts(value: Json): readonly string[] {
  const texts: string[] = []
  mapPartTexts(value, text => {
    texts.push(text)
    return text
  })
  return texts
}

/** The value with other content; unchanged if the number of strings differs. */
export function withPartTexts(value: Json, texts: readonly Json[]): Json {
  if (texts.length !== partTexts(value).length) return value
  let index = 0
  return mapPartTexts(value, text => {
    const replaced = texts[index]
    index += 1
    return typeof replaced === 'string' ? replaced : text
  })
}
