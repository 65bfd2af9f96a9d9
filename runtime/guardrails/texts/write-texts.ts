// Writes texts back to the locations they were read from. Only ancestors of a changed text are copied; the rest of
// the body keeps its identity, so the serializer can see what has changed.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'
import type { Place } from './place.ts'

/** The changes below one value: by property or index, or its replacement. */
type Changes = Map<string | number, Changes> | { readonly becomes: Json }

/** Fields that repeat a text beside them and would leak what was redacted: they are emptied. */
const ECHOES: ReadonlySet<string> = new Set(['logprobs', 'content_blocks'])

/** The body with the texts written to their locations, or a sentence explaining why one cannot be written. */
export function writeTexts(
  body: Json,
  places: readonly Place[],
  texts: readonly string[],
): { readonly body: Json } | { readonly fault: string } {
  const changes: Changes = new Map()
  for (const [index, place] of places.entries()) {
    const text = texts[index]
    if (text === undefined || text === place.text) continue
    if (place.form === 'fixed') return { fault: 'The check cannot rewrite texts outside the body.' }
    const becomes = standing(place, text)
    if (becomes === undefined) return { fault: 'The rewritten tool call arguments are not JSON.' }
    if (place.path === undefined) return { body: becomes }
    note(changes, place.path, becomes)
  }
  return { body: changes.size === 0 ? body : changed(body, changes) }
}

/** The value to write for this text; undefined when it must be JSON and is not. */
function standing({ form, text: before }: Place, text: string): Json | undefined {
  if (form === 'text') return text
  const value = parsed(text)
  if (form === 'value') return isObject(value) ? value : undefined
  // Truncated arguments were not JSON before either.
  return value === undefined && parsed(before) !== undefined ? undefined : text
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function note(changes: Map<string | number, Changes>, path: Place['path'], becomes: Json): void {
  const steps: (string | number)[] = []
  for (let at = path; at !== undefined; at = at.above) steps.push(at.step)
  const last = steps.shift()
  let at = changes
  for (const step of steps.reverse()) {
    const known = at.get(step)
    const next = known instanceof Map ? known : new Map<string | number, Changes>()
    at.set(step, next)
    at = next
  }
  if (last !== undefined) at.set(last, { becomes })
}

function changed(value: Json, changes: Changes): Json {
  if (!(changes instanceof Map)) return changes.becomes
  if (isList(value)) return value.map((item, index) => below(item, changes.get(index)))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => {
    if (ECHOES.has(name) && !changes.has(name)) return [name, isList(item) ? [] : null]
    return [name, below(item, changes.get(name))]
  })
  return Object.fromEntries(entries) as JsonObject
}

const below = (value: Json, changes: Changes | undefined): Json =>
  changes === undefined ? value : changed(value, changes)
