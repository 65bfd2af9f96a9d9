// Writes texts back to the locations they were read from. Only ancestors of a changed text are copied; the rest of
// the body has the same identity, so the serializer can see what has changed.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'
import { encodeFile } from './attached-files.ts'
import type { TextLocation } from './text-location.ts'

/** The changes below one value: by property or index, or its replacement. */
type Changes = Map<string | number, Changes> | { readonly replacement: Json }

/** Fields that repeat an adjacent text and would leak what was redacted: they are emptied. */
const ECHO_FIELDS: ReadonlySet<string> = new Set(['logprobs', 'content_blocks'])

export const OUTSIDE_BODY = 'The check cannot rewrite text outside the body.'

const FAULTS: Readonly<Partial<Record<TextLocation['form'], string>>> = {
  fixed: OUTSIDE_BODY,
  name: 'The check cannot rewrite the name of a property.',
  file: 'The check cannot rewrite a file that is not UTF-8.',
}

/** The body with the texts written to their locations, and a sentence explaining why one could not be written. */
export function writeTexts(
  body: Json,
  locations: readonly TextLocation[],
  texts: readonly string[],
): { readonly body: Json; readonly fault: string | undefined } {
  const changes: Changes = new Map()
  let fault: string | undefined
  for (const [index, location] of locations.entries()) {
    const text = texts[index]
    if (text === undefined || text === location.text) continue
    const isReadOnly = location.form === 'fixed' || location.form === 'name'
    const replacement = isReadOnly ? undefined : replacementFor(location, text)
    if (replacement === undefined)
      fault ??= FAULTS[location.form] ?? 'The rewritten tool call arguments are not JSON.'
    else if (location.path === undefined) return { body: replacement, fault }
    else addChange(changes, location.path, replacement)
  }
  return { body: changes.size === 0 ? body : applyChanges(body, changes), fault }
}

/** The value to write for this text; undefined when it must be JSON and is not. */
function replacementFor({ form, file, text: original }: TextLocation, text: string): Json | undefined {
  if (file !== undefined) return encodeFile(text, file)
  if (form === 'text' || form === 'address') return text
  const value = parseJsonOrUndefined(text)
  if (form === 'value') return isObject(value) ? value : undefined
  // Truncated arguments were not JSON before either.
  return value === undefined && parseJsonOrUndefined(original) !== undefined ? undefined : text
}

function parseJsonOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addChange(
  changes: Map<string | number, Changes>,
  path: TextLocation['path'],
  replacement: Json,
): void {
  const steps: (string | number)[] = []
  for (let parent = path; parent !== undefined; parent = parent.parent) steps.push(parent.step)
  const last = steps.shift()
  let parent = changes
  for (const step of steps.reverse()) {
    const known = parent.get(step)
    const next = known instanceof Map ? known : new Map<string | number, Changes>()
    parent.set(step, next)
    parent = next
  }
  if (last !== undefined) parent.set(last, { replacement })
}

function applyChanges(value: Json, changes: Changes): Json {
  if (!(changes instanceof Map)) return changes.replacement
  if (isList(value)) return value.map((item, index) => applyBelow(item, changes.get(index)))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => {
    if (ECHO_FIELDS.has(name) && !changes.has(name)) return [name, isList(item) ? [] : null]
    return [name, applyBelow(item, changes.get(name))]
  })
  return Object.fromEntries(entries) as JsonObject
}

const applyBelow = (value: Json, changes: Changes | undefined): Json =>
  changes === undefined ? value : applyChanges(value, changes)
