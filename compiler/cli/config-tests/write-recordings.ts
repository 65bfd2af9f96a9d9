// Writes what cases did into their test files, for later runs to be compared with. Comments, order and style of everything else stay
// unchanged.

import { pluralize } from '../../../schemas/values/format-names.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { SourceReader } from '../../read/reader.ts'
import type { ParsedSource } from '../../source.ts'
import { readersFor } from '../files/readers.ts'
import { writeAtomic } from '../files/write-file.ts'
import type { Terminal } from '../terminal.ts'
import { differenceOf } from './mismatch.ts'
import type { FileResult, GroupResult } from './run-test-group.ts'

/** Returns the number of cases that were written. */
export async function updateRecordings(results: readonly GroupResult[], terminal: Terminal): Promise<number> {
  let count = 0
  for (const file of results.flatMap(({ files }) => files)) count += await updateFile(file, terminal)
  return count
}

async function updateFile({ name, path, file, cases }: FileResult, terminal: Terminal): Promise<number> {
  const recorded = cases.flatMap(({ at, recording, problems }) =>
    // What a simulation cannot know is not recorded.
    recording === undefined || problems.length > 0 ? [] : [{ at, recording }],
  )
  if (file === undefined || recorded.length === 0) return 0
  if (path.endsWith('.ts')) {
    terminal.writeStderr(
      `${name} cannot be updated, because it is a program: write what its cases expect, or have them in YAML.`,
    )
    return 0
  }
  const readerOf = await readersFor([path], terminal.folder, terminal.folder)
  const text = writeRecordings(file.parsed, recorded, readerOf(path))
  const fault =
    text === undefined
      ? `${name} cannot be updated: its cases share parts by anchors. Write "recorded" where --update can replace it.`
      : writeAtomic(path, text)
  terminal.writeStderr(fault ?? `${name}: recorded ${pluralize(recorded.length, 'case')}`)
  return fault === undefined ? recorded.length : 0
}

/** A recording and the case that it belongs to. */
interface RecordedCase {
  readonly at: Pointer
  readonly recording: JsonObject
}

interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The new text; undefined where it would not say what was recorded, as with anchors that several cases share. */
export function writeRecordings(
  parsed: ParsedSource,
  cases: readonly RecordedCase[],
  read: SourceReader,
): string | undefined {
  const { text, name } = parsed.source
  const edits = cases.map(each => editOf(parsed, each)).sort((a, b) => b.start - a.start)
  const written = edits.reduce(
    (current, { start, end, text: piece }) => current.slice(0, start) + piece + current.slice(end),
    text,
  )
  const reread = read({ name, text: written }, () => {})
  const wanted = withRecordings(parsed.value, cases)
  return reread !== undefined && differenceOf(wanted, reread.value, true) === undefined ? written : undefined
}

function withRecordings(value: Json, cases: readonly RecordedCase[]): Json {
  const byPointer = new Map(cases.map(({ at, recording }) => [at, recording]))
  if (!isObject(value) || !isList(value['cases'])) return value
  const items = value['cases'].map((item, index) => {
    const recorded = byPointer.get(childPointer('/cases', index))
    return recorded === undefined || !isObject(item) ? item : { ...item, recorded }
  })
  return { ...value, cases: items }
}

function editOf(parsed: ParsedSource, { at, recording }: RecordedCase): TextEdit {
  const { text } = parsed.source
  const own = parsed.origins.get(childPointer(at, 'recorded'))
  const item = parsed.origins.get(at)?.value ?? { start: 0, end: 0 }
  const isFlow = text[item.start] === '{'
  const indent = ' '.repeat(positionAt(lineStarts(text), item.start).column - 1)
  const piece = isFlow ? `"recorded": ${JSON.stringify(recording)}` : blockText(recording, indent)
  if (own?.key !== undefined)
    return { start: own.key.start, end: trimmedEnd(text, own.key.start, own.value.end), text: piece }
  const last = trimmedEnd(text, item.start, lastEnd(parsed, at, item.start))
  const end = isFlow ? last : last + (COMMENT.exec(text.slice(last))?.[0].length ?? 0)
  return { start: end, end, text: isFlow ? `, ${piece}` : `\n${indent}${piece}` }
}

/** The rest of a line that has only a comment. */
const COMMENT = /^[^\S\n]+#[^\n]*(?=\n|$)/

/** Where the last property of a case ends. */
function lastEnd(parsed: ParsedSource, at: Pointer, start: number): number {
  const index = Number(at.slice(at.lastIndexOf('/') + 1))
  const cases = isObject(parsed.value) ? parsed.value['cases'] : undefined
  const item = isList(cases) ? cases[index] : undefined
  const names = isObject(item) ? Object.keys(item) : []
  return Math.max(start, ...names.map(name => parsed.origins.get(childPointer(at, name))?.value.end ?? start))
}

const trimmedEnd = (text: string, start: number, end: number): number =>
  start + text.slice(start, end).trimEnd().length

/** The property as YAML in block style. */
function blockText(recording: JsonObject, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(recording).flatMap(([name, value]) => {
    if (isList(value) && value.some(item => typeof item === 'string'))
      return [`${inner}${name}:`, ...value.map(item => `${inner}  - ${JSON.stringify(item)}`)]
    if (isObject(value) && Object.keys(value).length > 0)
      return [
        `${inner}${name}:`,
        ...Object.entries(value).map(([key, item]) => `${inner}  ${key}: ${JSON.stringify(item)}`),
      ]
    return [`${inner}${name}: ${JSON.stringify(value)}`]
  })
  return ['recorded:', ...lines].join('\n')
}
