// Groups the package's syntax errors by cause: after one error its parser often reports follow-up errors on the same line.
import type { CST, YAMLParseError } from 'yaml'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import type { YamlDocument } from './parse.ts'
import {
  explainSyntaxError,
  isTakenForKey,
  unquotedReference,
  type YamlSyntaxError,
} from './syntax-messages.ts'

/** Reports syntax errors and unsupported tags of a document. */
export function reportSyntax(
  source: Source,
  tokens: readonly CST.Token[],
  document: YamlDocument,
  report: ReportDiagnostic,
): void {
  const sorted = [...document.errors].sort((left, right) => left.pos[0] - right.pos[0])
  const telling = sorted.filter(error => !isTakenForKey(source.text, tokens, error))
  const errors = telling.length === 0 ? sorted : telling
  const tabs = tabsInIndentation(source.text, errors)
  for (const group of groupErrors(source.text, errors)) {
    const isTab = group[0]?.code === 'TAB_AS_INDENT'
    const { start, end, message, fix, edited, noticedAt } =
      isTab && tabs !== undefined ? tabs : explainSyntaxError(source.text, tokens, group)
    const location = locationAt(source, start, end)
    const notes =
      noticedAt !== undefined && noticedAt.start < source.text.trimEnd().length
        ? [
            {
              location: locationAt(source, noticedAt.start, noticedAt.end),
              message: 'it must be closed before this',
            },
          ]
        : []
    const place = edited === undefined ? location : locationAt(source, edited.start, edited.end)
    // How deep a tab was meant to be is a guess where other lines have spaces.
    const isSafe = !isTab || edited !== undefined
    const options = {
      notes,
      ...(fix !== undefined && { fix: { location: place, text: fix, ...(isSafe && { isSafe }) } }),
    }
    report(createDiagnostic('malformed-yaml', location, message, options))
    for (const reference of unquotedReferences(source.text, group).slice(1))
      reportReference(source, reference, report)
    // Where it is not known what was meant, further errors follow from it: after an unclosed bracket, a wrong indentation, a tab.
    if (noticedAt !== undefined || isTab || fix === undefined) break
  }
  for (const warning of [...document.errors, ...document.warnings]) {
    if (warning.code === 'TAG_RESOLVE_FAILED') reportTag(source, warning.pos, report)
  }
}

function reportReference(source: Source, reference: YamlSyntaxError, report: ReportDiagnostic): void {
  const { start, end, message, fix } = reference
  const location = locationAt(source, start, end)
  const options = fix === undefined ? {} : { fix: { location, text: fix, isSafe: true as const } }
  report(createDiagnostic('malformed-yaml', location, message, options))
}

/** All unquoted references of a group that begins with one: the parser loses its way at the first. */
function unquotedReferences(text: string, group: readonly YAMLParseError[]): readonly YamlSyntaxError[] {
  const found: YamlSyntaxError[] = []
  for (const { pos } of group) {
    const reference = unquotedReference(text, pos[0])
    if (reference === undefined && found.length === 0) return []
    if (reference !== undefined && reference.start >= (found.at(-1)?.end ?? 0)) found.push(reference)
  }
  return found
}

function reportTag(source: Source, [start, end]: readonly [number, number], report: ReportDiagnostic): void {
  const tag = source.text.slice(start, end)
  const message = `The tag "${tag}" is not supported. A config consists of JSON values; write the value itself.`
  report(createDiagnostic('unsupported-tag', locationAt(source, start, end), message))
}

/** Groups errors with one cause: those on the line of the first, and the stream errors that follow. */
function groupErrors(
  text: string,
  errors: readonly YAMLParseError[],
): readonly (readonly YAMLParseError[])[] {
  const groups: YAMLParseError[][] = []
  let until = -1
  for (const error of errors) {
    if (error.code === 'TAG_RESOLVE_FAILED') continue
    const [start, end] = error.pos
    const group = groups.at(-1)
    if (group !== undefined && (start < until || error.message.includes('in YAML stream'))) group.push(error)
    else groups.push([error])
    // Each line is searched for its end once: it may have an error at each character.
    if (start >= until) until = lineEnd(text, start)
    if (error.code === 'MULTILINE_IMPLICIT_KEY' && end >= until) until = lineEnd(text, end)
  }
  return groups
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length + 1 : end
}

// Tabs in the indentation, all of them as one mistake.

const MAX_LINES = 5

/** Undefined if one line has them, which is reported with a fix. */
function tabsInIndentation(text: string, errors: readonly YAMLParseError[]): YamlSyntaxError | undefined {
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  const [first] = tabs
  if (first === undefined) return undefined
  const starts = lineStarts(text)
  const lines = new Set(tabs.map(({ pos }) => positionAt(starts, pos[0]).line))
  if (lines.size < 2) return undefined
  const named = Array.from(lines, String)
  const shown = [
    ...named.slice(0, MAX_LINES),
    ...(named.length > MAX_LINES ? [`${named.length - MAX_LINES} more`] : []),
  ]
  return {
    start: first.pos[0],
    end: first.pos[0] + 1,
    message: `Tabs are not allowed in the indentation, which has them in lines ${joinNames(shown, 'and')}; use spaces.`,
    ...withSpaces(text, first.pos[0], tabs.at(-1)?.pos[0] ?? first.pos[0]),
  }
}

/** The lines from the first tab to the last with two spaces for each; nothing where other lines are indented with spaces, which may not fit. */
function withSpaces(text: string, first: number, last: number): Pick<YamlSyntaxError, 'edited' | 'fix'> {
  if (/^ +[^ ]/m.test(text)) return {}
  const [start, end] = [
    text.lastIndexOf('\n', first) + 1,
    text.length - text.slice(last).replace(/^\t+/, '').length,
  ]
  const fix = text.slice(start, end).replace(/^\t+/gm, tabs => '  '.repeat(tabs.length))
  return { edited: { start, end }, fix }
}
