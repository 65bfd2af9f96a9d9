// Converts the diagnostics of the TypeScript compiler. Its errors about imports are replaced by ours, which say what a
// config can import.
import type ts from 'typescript'
import type { Diagnostic, Note } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { mistake, placeIn } from '../mistake.ts'
import { isHeld } from './held-errors.ts'
import type { Compiler } from './ports.ts'
import type { Checked } from './program.ts'

type SourceOf = (file: ts.SourceFile) => Source

export interface TypeErrors {
  /** Rejected imports and syntax errors or, if there are none, type errors. */
  readonly fatal: readonly Diagnostic[]
  /** Type errors of the exported literal, which the validation phase will find again in the value. */
  readonly held: readonly Diagnostic[]
}

/** All errors that the compiler finds in the files of the project. */
export function typeErrors(compiler: Compiler, checked: Checked, sourceOf: SourceOf): TypeErrors {
  const { program, files } = checked
  const fatal = checked.refused.map(({ file, specifier, reason }) =>
    mistake('missing-import', placeIn(sourceOf(file), specifier.getStart(file), specifier.getEnd()), reason),
  )
  const malformed = files.flatMap(file => program.getSyntacticDiagnostics(file))
  if (malformed.length > 0) {
    return {
      fatal: [
        ...fatal,
        ...malformed.flatMap(found => told(compiler, 'malformed-typescript', found, sourceOf)),
      ],
      held: [],
    }
  }
  const held: Diagnostic[] = []
  for (const file of files) {
    for (const found of program.getSemanticDiagnostics(file)) {
      if (isRefusedImport(checked, found)) continue
      const kept = file === files[0] && isHeld(compiler, file, found) ? held : fatal
      kept.push(...told(compiler, 'type-error', found, sourceOf))
    }
  }
  return { fatal, held }
}

const isRefusedImport = ({ refused }: Checked, found: ts.Diagnostic): boolean =>
  refused.some(({ file, specifier }) => file === found.file && specifier.getStart(file) === found.start)

function told(
  compiler: Compiler,
  code: 'malformed-typescript' | 'type-error',
  found: ts.Diagnostic,
  sourceOf: SourceOf,
): readonly Diagnostic[] {
  const { file, start = 0, length = 0, relatedInformation = [] } = found
  if (file === undefined || file.isDeclarationFile) return []
  const notes = relatedInformation.flatMap(related => noteOf(compiler, related, sourceOf))
  const place = placeIn(sourceOf(file), start, start + length)
  return [mistake(code, place, sentence(compiler, found.messageText), { notes })]
}

/** The message chain in one line, without advice to install or configure something, which does not apply here. */
function sentence(compiler: Compiler, message: string | ts.DiagnosticMessageChain): string {
  const flat = compiler.flattenDiagnosticMessageText(message, '\n').replaceAll(/\n\s*/g, ' ')
  return flat.replace(
    / Do you need to (?:change|install) .*$/,
    ' A config runs without files, network or environment.',
  )
}

/** Related locations in declarations are omitted: they are not files of the author. */
function noteOf(
  compiler: Compiler,
  related: ts.DiagnosticRelatedInformation,
  sourceOf: SourceOf,
): readonly Note[] {
  const { file, start = 0, length = 0, messageText } = related
  if (file === undefined || file.isDeclarationFile) return []
  return [{ place: placeIn(sourceOf(file), start, start + length), message: sentence(compiler, messageText) }]
}
