// Completion at a cursor: names of properties by the schema of the file, and values by the schema and by what they name. The
// document may be incomplete; of the project the last values that could be read count.
import { asObject } from '../../schemas/values/json.ts'
import { findCursor, tagContext } from './cursor/cursor.ts'
import type { CursorContext } from './cursor/flow-context.ts'
import { filesOf, formatOf, type ProjectFile, type ProjectView } from './project-view.ts'
import { roleAt } from './roles.ts'
import { type JsonSchema, schemasAt, valueAt } from './schema-at.ts'
import { wordsFor } from './words.ts'

export interface CompletionItem {
  /** What is shown, and compared with what is typed. */
  readonly label: string
  readonly kind: 'property' | 'value' | 'name'
  readonly detail?: string
  /** Markdown. */
  readonly description?: string
  /** What replaces the word at the cursor. */
  readonly text: string
}

export interface Completion {
  readonly items: readonly CompletionItem[]
  /** The word that is replaced. */
  readonly start: number
  readonly end: number
}

const NONE: Completion = { items: [], start: 0, end: 0 }

/** `text`: of the document, up to date. In TypeScript its own language server completes, by the types of `portolan`. */
export function complete(project: ProjectView, file: ProjectFile, text: string, offset: number): Completion {
  const tag = file.kind === 'prompt' || file.kind === 'partial' ? tagContext(text, offset) : undefined
  if (tag !== undefined)
    return {
      items: filesOf(project, 'partial').map(({ id }) => ({
        label: id,
        kind: 'name',
        detail: 'partial',
        text: id,
      })),
      start: tag.start,
      end: wordEnd(text, offset, /[\w-]/),
    }
  const format = formatOf(file)
  if (format === 'typescript' || format === 'text') return NONE
  const cursor = findCursor(text, offset, format)
  if (cursor === undefined || cursor.part === 'text') return NONE
  const end = wordEnd(text, offset, cursor.part === 'key' ? /[\w.$@-]/ : /[\w.$@/:-]/)
  const keys = (): readonly Unwritten[] =>
    keysAt(project, file, cursor, usedNames(file, cursor, text.slice(cursor.start, end), text.slice(end)))
  const items =
    cursor.part === 'key'
      ? keys()
      : [...valuesAt(project, file, cursor), ...(cursor.part === 'item' ? keys() : [])]
  const isFollowed = /^["']?\s*:/.test(text.slice(end))
  const write = writerFor(cursor, format, text.slice(end, end + 1), isFollowed)
  return { items: items.map(item => ({ ...item, text: write(item) })), start: cursor.start, end }
}

function wordEnd(text: string, offset: number, character: RegExp): number {
  let end = offset
  while (end < text.length && character.test(text.charAt(end))) end += 1
  return end
}

/** An item whose text is a value as JSON, or the name of a property. */
type Unwritten = CompletionItem & { readonly value?: unknown }

/** The names that the object has, without the one at the cursor; those of an earlier text only if they still follow. */
function usedNames(
  file: ProjectFile,
  { path, siblings }: CursorContext,
  word: string,
  following: string,
): ReadonlySet<string> {
  const isRead = file.parsed() !== undefined
  const known = Object.keys(asObject(valueAt(file.lastParsed()?.value, path)))
  const isWritten = (name: string): boolean => [':', '":', "':"].some(end => following.includes(name + end))
  const after = isRead ? known : known.filter(isWritten)
  return new Set([...siblings, ...after].filter(name => name !== word))
}

function keysAt(
  project: ProjectView,
  file: ProjectFile,
  { path }: CursorContext,
  used: ReadonlySet<string>,
): readonly Unwritten[] {
  const found = new Map<string, Unwritten>()
  for (const schema of schemasAt(project.schemaOf(file.kind), path))
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (used.has(name) || found.has(name)) continue
      const description = describe(project.schemaOf(file.kind), [...path, name])
      found.set(name, {
        label: name,
        kind: 'property',
        detail: schema.required?.includes(name) === true ? 'required' : typeOf(property),
        ...(description !== undefined && { description }),
        text: name,
      })
    }
  const role = roleAt(file.kind, [...path, ''], 'key')
  const words = role === undefined || role.defines ? [] : wordsFor(role.role, project, file, path)
  return [
    ...found.values(),
    ...words
      .filter(({ text }) => !used.has(text))
      .map(({ text, detail }): Unwritten => ({ label: text, kind: 'name', detail, text })),
  ]
}

const describe = (root: JsonSchema, path: readonly string[]): string | undefined =>
  schemasAt(root, path).find(({ description }) => description !== undefined)?.description

const typeOf = ({ type, enum: values }: JsonSchema): string =>
  values !== undefined ? values.map(String).join(' | ') : typeof type === 'string' ? type : ''

function valuesAt(project: ProjectView, file: ProjectFile, { path }: CursorContext): readonly Unwritten[] {
  const schemas = schemasAt(project.schemaOf(file.kind), path)
  const values = new Map<unknown, Unwritten>()
  for (const schema of schemas) {
    const listed = [
      ...(schema.enum ?? []),
      ...(schema.const === undefined ? [] : [schema.const]),
      ...(schema.type === 'boolean' ? [true, false] : []),
      ...(typeof schema.default === 'number' ? [schema.default] : []),
    ]
    for (const value of listed) {
      const detail = value === schema.default ? 'default' : ''
      if (!values.has(value))
        values.set(value, { label: String(value), kind: 'value', detail, text: '', value })
    }
  }
  const role = roleAt(file.kind, path, 'value')
  const words = role === undefined || role.defines ? [] : wordsFor(role.role, project, file, path)
  return [
    ...words.map(
      ({ text, detail }): Unwritten => ({ label: text, kind: 'name', detail, text: '', value: text }),
    ),
    ...values.values(),
  ]
}

/** How an item is written at the cursor: with the quotes that are missing, and names with their colon. */
function writerFor(
  { quote, part }: CursorContext,
  format: 'json' | 'yaml',
  next: string,
  isFollowed: boolean,
): (item: Unwritten) => string {
  const closing = quote !== '' && next !== quote ? quote : ''
  return ({ label, value }) => {
    if (value !== undefined) return quote === '' ? scalar(value, format) : String(value) + closing
    const colon = isFollowed || part === 'value' ? '' : ': '
    if (quote !== '') return `${label}${closing}${closing === '' ? '' : colon}`
    return (format === 'json' || !PLAIN.test(label) ? JSON.stringify(label) : label) + colon
  }
}

/** What YAML reads as this text without quotes. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off)$)[A-Za-z_$][\w.$/-]*$/i

function scalar(value: unknown, format: 'json' | 'yaml'): string {
  if (typeof value !== 'string') return String(value)
  return format === 'yaml' && PLAIN.test(value) ? value : JSON.stringify(value)
}
