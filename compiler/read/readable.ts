// What every reader asks of a text before it looks inside: not too long, not empty.
import type { Report } from '../diagnostics/diagnostic.ts'
import type { Source } from '../source.ts'
import { mistake, placeIn } from './mistake.ts'
import { MAX_SOURCE_LENGTH } from './reader.ts'

/** True when the text is worth reading; else the reason was reported. */
export function isReadable(source: Source, report: Report): boolean {
  const { text } = source
  if (text.length > MAX_SOURCE_LENGTH) {
    report(
      mistake(
        'source-too-large',
        // A place in a text this long would cost its printer as much as reading it.
        { source: { name: source.name, text: '' }, span: { start: 0, end: 0 } },
        `The text has ${text.length} characters; the limit is ${MAX_SOURCE_LENGTH}.`,
      ),
    )
    return false
  }
  if (text.trim() !== '') return true
  reportEmpty(source, report)
  return false
}

/** Reports a text that holds nothing, or nothing but comments. */
export function reportEmpty(source: Source, report: Report): void {
  const message = 'There is no config in this text. Write at least one property, such as "provider".'
  report(mistake('empty-source', placeIn(source, 0, 0), message))
}
