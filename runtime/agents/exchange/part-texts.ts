// The content of messages, artifacts and tasks, wherever it is in a value: parts, names, descriptions, extensions and metadata. Guardrails
// see it, and what they rewrite is put back. Of parts, media types, other files than those of text, and addresses of files are not read.
import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'

/** `content` is what HTTP+JSON of version 0.3 calls the parts of a message. */
const PART_LISTS: ReadonlySet<string> = new Set(['parts', 'content'])

/** What messages and artifacts have beside their parts. */
const BESIDE_PARTS: ReadonlySet<string> = new Set(['name', 'description', 'extensions'])

/** Of a part: a choice, and addresses of files. Whole values are read by their names too. */
const UNREAD: ReadonlySet<string> = new Set(['kind', 'type', 'mimeType', 'mediaType', 'uri', 'url'])
const WHOLE: ReadonlySet<string> = new Set(['data', 'metadata'])

/** The bytes of a file, in version 0.3 and 1.0, and media types of text. */
const BYTES: ReadonlySet<string> = new Set(['bytes', 'raw'])
const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|csv|sql|javascript)\b/i

type Replace = (content: Json) => Json

const isRawNumber = (value: Json): boolean =>
  (JSON as unknown as { readonly isRawJSON: (value: unknown) => boolean }).isRawJSON(value)

/** The value with each content replaced, in the order in which `partTexts` lists them. */
function mapPartTexts(value: Json, replace: Replace): Json {
  if (isList(value)) return value.map(item => mapPartTexts(item, replace))
  if (!isObject(value) || isRawNumber(value)) return value
  const hasParts = Object.entries(value).some(([name, member]) => PART_LISTS.has(name) && isList(member))
  return mapMembers(value, (member, name) => {
    if (PART_LISTS.has(name) && isList(member)) return member.map(part => mapPart(part, replace))
    if (name === 'metadata') return replace(member)
    return hasParts && BESIDE_PARTS.has(name) ? mapStrings(member, replace) : mapPartTexts(member, replace)
  })
}

/** A part, or the file in it. */
const mapPart = (part: Json, replace: Replace): Json =>
  isObject(part) && !isRawNumber(part)
    ? mapMembers(part, (member, name) =>
        WHOLE.has(name)
          ? replace(member)
          : BYTES.has(name) && typeof member === 'string'
            ? mapFile(member, part, replace)
            : UNREAD.has(name)
              ? member
              : isObject(member)
                ? mapPart(member, replace)
                : mapStrings(member, replace),
      )
    : part

/** A text file as guards know files: `bytes` beside their media type. */
function mapFile(bytes: string, { mimeType, mediaType }: JsonObject, replace: Replace): Json {
  const type = mimeType ?? mediaType
  if (typeof type !== 'string' || !TEXT_TYPE.test(type)) return bytes
  const replaced = replace({ bytes, mimeType: type })
  return isObject(replaced) ? (replaced['bytes'] ?? bytes) : bytes
}

function mapStrings(value: Json, replace: Replace): Json {
  if (typeof value === 'string') return replace(value)
  return isList(value) ? value.map(item => mapStrings(item, replace)) : value
}

const mapMembers = (object: JsonObject, map: (member: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, map(member, name)] as const))

/** Strings, values of data parts and metadata, and files. */
export function partTexts(value: Json): readonly Json[] {
  const texts: Json[] = []
  mapPartTexts(value, text => {
    texts.push(text)
    return text
  })
  return texts
}

/** The value with other content; unchanged if their number differs. */
export function withPartTexts(value: Json, texts: readonly Json[]): Json {
  if (texts.length !== partTexts(value).length) return value
  let index = 0
  return mapPartTexts(value, text => {
    const replaced = withStrings(text, texts[index])
    index += 1
    return replaced
  })
}

/** A value with the strings of another one of the same form; guards read numbers without all of their digits. */
function withStrings(value: Json, replaced: Json | undefined): Json {
  if (typeof replaced === 'string' && typeof value === 'string') return replaced
  if (isList(value)) return value.map((item, index) => withStrings(item, asList(replaced)[index]))
  return isObject(value) && !isRawNumber(value)
    ? mapMembers(value, (member, name) => withStrings(member, asObject(replaced)[name]))
    : value
}
