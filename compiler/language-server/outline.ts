// The structure of a file: its values in a tree, and what is around an offset.
import { isList, isObject, type Json } from '../../schemas/values/json.ts'
import { parentPointer, pointerTokens } from '../../schemas/values/pointer.ts'
import type { SourceSpan } from '../source.ts'
import type { ProjectFile } from './project-view.ts'
import { valueAt } from './schema-at.ts'

type TextSpan = Pick<SourceSpan, 'start' | 'end'>

export interface OutlineEntry {
  readonly name: string
  readonly value: 'boolean' | 'list' | 'null' | 'number' | 'object' | 'string'
  /** From the name to the end of the value. */
  readonly span: TextSpan
  /** The name, or the beginning of a value without one. */
  readonly nameSpan: TextSpan
  readonly children: readonly OutlineEntry[]
}

interface GrowingEntry extends OutlineEntry {
  readonly children: GrowingEntry[]
}

/** The values of a file below its root; none while it cannot be read. */
export function outlineOf(file: ProjectFile): readonly OutlineEntry[] {
  const parsed = file.parsed()
  if (parsed === undefined) return []
  const { text, name: fileName } = file.source
  const top: GrowingEntry[] = []
  const entries = new Map<string, GrowingEntry>()
  for (const [pointer, { key, value }] of parsed.origins) {
    if (pointer === '' || (value.source ?? key?.source ?? file.source).name !== fileName) continue
    const path = pointerTokens(pointer)
    const found = valueAt(parsed.value, path)
    if (found === undefined) continue
    const trimmed = text.slice(value.start, value.end).trimEnd().length
    const span = { start: Math.min(key?.start ?? value.start, value.start), end: value.start + trimmed }
    const last = path.at(-1) ?? ''
    const entry: GrowingEntry = {
      name: key === undefined ? (titleOf(found) ?? last) : last,
      value: kindOf(found),
      span,
      nameSpan: key ?? { start: value.start, end: value.start },
      children: [],
    }
    entries.set(pointer, entry)
    const parent = entries.get(parentPointer(pointer))
    // What an alias or a variable repeats is elsewhere in the text.
    const isWithin = parent !== undefined && parent.span.start <= span.start && span.end <= parent.span.end
    if (isWithin) parent.children.push(entry)
    else if (path.length === 1) top.push(entry)
  }
  return top
}

/** What names the item of a list to its reader. */
function titleOf(value: Json): string | undefined {
  if (!isObject(value)) return isList(value) || value === null ? undefined : String(value)
  const title = value['name'] ?? value['id'] ?? value['provider'] ?? value['type']
  return typeof title === 'string' && title !== '' ? title : undefined
}

function kindOf(value: Json): OutlineEntry['value'] {
  if (value === null) return 'null'
  if (isList(value)) return 'list'
  return isObject(value) ? 'object' : (typeof value as 'boolean' | 'number' | 'string')
}

/** The values around an offset, the innermost first, each with its name after it; the last one is the file. */
export function selectionsAt(file: ProjectFile, offset: number): readonly TextSpan[] {
  const around: TextSpan[] = [{ start: 0, end: file.source.text.length }]
  let entries = outlineOf(file)
  for (;;) {
    const entry = entries.find(({ span }) => span.start <= offset && offset <= span.end)
    if (entry === undefined) return around.toReversed()
    const { span, nameSpan, children } = entry
    around.push(span)
    if (nameSpan.start < nameSpan.end && nameSpan.start <= offset && offset <= nameSpan.end)
      around.push(nameSpan)
    entries = children
  }
}
