// The texts of a body in fields that its reader does not know. Of a request: `user`, `metadata`, `stop`, and fields of
// providers' dialects; of a reply: what tools at the provider did, and what a provider adds. Scope `all` reads them, so
// that no field hides a text from a guard.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { contentReader, NON_TEXT_FIELDS } from './content-parts.ts'
import { type FieldKind, isBytes, replyFieldKind } from './reply-fields.ts'
import { anyText, inField, type TextLocation, type TextPath, type TextReader } from './text-location.ts'

type FieldKinds = (name: string, owner: JsonObject, path: TextPath) => FieldKind

/** Names of things and choices from a list, which are not texts where the vendor's schema has them. */
const NAMING_FIELDS: ReadonlySet<string> = new Set([
  'call_id',
  'encoding_format',
  'include',
  'modalities',
  'model',
  'previous_response_id',
  'reasoning_effort',
  'role',
  'service_tier',
  'tool_call_id',
  'tool_choice',
  'truncation',
  // Of speech and images.
  'background',
  'output_format',
  'quality',
  'response_format',
  'size',
  'style',
  'voice',
])

/** Fields that the content of a part leaves out, and that have texts: names, addresses, citations. */
const FIELDS_WITH_TEXTS: ReadonlySet<string> = new Set([
  'annotations',
  'file',
  'fileData',
  'file_url',
  'filename',
  'image_url',
  'video_url',
])

/** Below a field of the request itself every string is a text. */
const requestFieldKind: FieldKinds = (name, owner, path) => {
  if (NAMING_FIELDS.has(name) || isBytes(owner[name])) return 'no text'
  if (NON_TEXT_FIELDS.has(name) && !FIELDS_WITH_TEXTS.has(name)) return 'no text'
  return path === undefined ? 'all text' : 'fields'
}

/** What has been read below one value: by property or index, or all of it. */
type Read = Map<string | number, Read> | 'all'

const withRemaining =
  (read: TextReader, kindOf: FieldKinds): TextReader =>
  (value, path) => {
    const known = read(value, path)
    const found = [...known]
    addRemaining(value, path, readBelow(known), kindOf, found)
    return found
  }

/** The reader of a request, followed by every text that it leaves out. */
export const withRemainingOfRequest = (read: TextReader): TextReader => withRemaining(read, requestFieldKind)

/** The reader of a reply, followed by every text that it leaves out. */
export const withRemainingOfReply = (read: TextReader): TextReader => withRemaining(read, replyFieldKind)

/** The texts of an event, or another part of a reply, in addition to those that are known. */
export function remainingReplyTexts(
  value: Json,
  known: readonly Pick<TextLocation, 'path'>[],
): readonly TextLocation[] {
  const found: TextLocation[] = []
  addRemaining(value, undefined, readBelow(known), replyFieldKind, found)
  return found
}

/** The content of a reply. */
export const replyContentTexts = contentReader((name, part, path) =>
  replyFieldKind(name, part, path) === 'no text' ? [] : inField(name, replyPartTexts)(part, path),
)

/** Every text of a part of a reply. */
const replyPartTexts: TextReader = (value, path) => {
  const found: TextLocation[] = []
  addRemaining(value, path, undefined, replyFieldKind, found)
  return found
}

function readBelow(locations: readonly Pick<TextLocation, 'path'>[]): Read | undefined {
  const root: Read = new Map()
  for (const { path } of locations) {
    const steps: (string | number)[] = []
    for (let parent = path; parent !== undefined; parent = parent.parent) steps.push(parent.step)
    const last = steps.shift()
    if (last === undefined) return 'all'
    let node = root
    for (const step of steps.reverse()) {
      const next = node.get(step)
      if (next === 'all') break
      const child: Read = next ?? new Map()
      node.set(step, child)
      node = child
    }
    node.set(last, 'all')
  }
  return root
}

function addRemaining(
  value: Json | undefined,
  path: TextPath,
  read: Read | undefined,
  kindOf: FieldKinds,
  found: TextLocation[],
): void {
  if (read === 'all') return
  if (isList(value)) {
    for (const [step, item] of value.entries())
      addRemaining(item, { parent: path, step }, read?.get(step), kindOf, found)
  } else if (isObject(value)) {
    for (const step of Object.keys(value)) {
      const item = value[step]
      if (typeof item !== 'string' && typeof item !== 'object') continue
      const below = read?.get(step)
      if (below === 'all') continue
      const kind = below === undefined ? kindOf(step, value, path) : 'fields'
      if (kind === 'no text') continue
      const at = { parent: path, step }
      if (kind === 'fields') addRemaining(item, at, below, kindOf, found)
      else for (const text of anyText(item, at)) found.push(text)
    }
  } else if (read === undefined && typeof value === 'string') {
    found.push({ path, text: value, form: 'text' })
  }
}
