// What concerns the text as a whole: a config is one document of YAML 1.2.
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { mistake, placeIn } from '../mistake.ts'
import type { YamlDocument } from './parse.ts'

/** Tells a second document, and a directive that asks for another version of YAML. */
export function reportOneDocument(source: Source, documents: readonly YamlDocument[], report: Report): void {
  const second = documents[1]
  if (second !== undefined) {
    const [start] = second.range
    const end = source.text.startsWith('---', start) ? start + 3 : start
    const message =
      'A second document begins here. A config is one document: put each config in a file of its own.'
    report(mistake('several-documents', placeIn(source, start, end), message))
  }
  const version = documents[0]?.directives?.yaml
  const directive = /^%YAML[ \t].*$/m.exec(source.text)
  if (version?.explicit !== true || version.version === '1.2' || directive === null) return
  report(
    mistake(
      'malformed-yaml',
      placeIn(source, directive.index, directive.index + directive[0].trimEnd().length),
      `Configs are read as YAML 1.2, whatever "${directive[0].trim()}" asks for. Remove this line.`,
    ),
  )
}
