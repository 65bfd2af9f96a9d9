// Groups the package's syntax errors by cause: after one error its parser often reports follow-up errors on the same line.
import type { CST, YAMLParseError } from 'yaml'
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { mistake, placeIn } from '../mistake.ts'
import { explainFault } from './faults.ts'
import type { YamlDocument } from './parse.ts'

/** Reports syntax errors and unsupported tags of a document. */
export function reportSyntax(
  source: Source,
  tokens: readonly CST.Token[],
  document: YamlDocument,
  report: Report,
): void {
  const faults = [...document.errors].sort((left, right) => left.pos[0] - right.pos[0])
  for (const group of fold(source.text, faults)) {
    const { start, end, message, fix, noticed } = explainFault(source.text, tokens, group)
    const place = placeIn(source, start, end)
    const notes =
      noticed !== undefined && noticed.start < source.text.trimEnd().length
        ? [{ place: placeIn(source, noticed.start, noticed.end), message: 'it must be closed before this' }]
        : []
    const remarks = { notes, ...(fix !== undefined && { fix: { place, text: fix } }) }
    report(mistake('malformed-yaml', place, message, remarks))
    // After an unclosed bracket or quote, further errors are unreliable.
    if (noticed) break
  }
  for (const warning of [...document.errors, ...document.warnings]) {
    if (warning.code === 'TAG_RESOLVE_FAILED') reportTag(source, warning.pos, report)
  }
}

function reportTag(source: Source, [start, end]: readonly [number, number], report: Report): void {
  const tag = source.text.slice(start, end)
  const message = `The tag "${tag}" is not supported. A config consists of JSON values; write the value itself.`
  report(mistake('unsupported-tag', placeIn(source, start, end), message))
}

/** Groups errors with one cause: those on the line of the first, and the stream errors that follow. */
function fold(text: string, faults: readonly YAMLParseError[]): readonly (readonly YAMLParseError[])[] {
  const groups: YAMLParseError[][] = []
  let until = -1
  for (const fault of faults) {
    if (fault.code === 'TAG_RESOLVE_FAILED') continue
    const [start, end] = fault.pos
    const group = groups.at(-1)
    if (group !== undefined && (start < until || fault.message.includes('in YAML stream'))) group.push(fault)
    else groups.push([fault])
    until = Math.max(
      until,
      lineEnd(text, start),
      fault.code === 'MULTILINE_IMPLICIT_KEY' ? lineEnd(text, end) : 0,
    )
  }
  return groups
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length + 1 : end
}
