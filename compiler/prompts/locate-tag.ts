// Where a tag of a template is in the file that contains the template. A string of YAML may be indented, folded or quoted, so
// the tag is searched in the text of the value; the value itself is the location where it is spelled otherwise.
import type { Pointer } from '../../schemas/values/pointer.ts'
import { type Location, locationOf } from '../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../source.ts'

export function locateTag(
  parsed: ParsedSource,
  pointer: Pointer,
  template: string,
  { start, end }: { readonly start: number; readonly end: number },
): Location {
  const location = locationOf(parsed, pointer)
  const { source, span } = location
  const tag = template.slice(start, end)
  const written = source.text.slice(span.start, span.end)
  const at = tag === '' ? -1 : occurrence(written, tag, countOf(template.slice(0, start), tag))
  return at < 0
    ? location
    : { ...location, span: { ...span, start: span.start + at, end: span.start + at + tag.length } }
}

function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1
  return count
}

/** The offset of a part after `before` others of it; -1 where there are fewer. */
function occurrence(text: string, part: string, before: number): number {
  let at = text.indexOf(part)
  for (let count = 0; count < before && at >= 0; count += 1) at = text.indexOf(part, at + part.length)
  return at
}
