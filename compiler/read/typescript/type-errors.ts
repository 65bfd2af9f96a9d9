// Converts the diagnostics of the TypeScript compiler. Its errors about imports are replaced by ours, which say what a
// config can import.
import type ts from 'typescript'
import type { Diagnostic, Note } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import { nodesAt } from './nodes.ts'
import type { Compiler } from './ports.ts'
import type { CheckedProgram } from './program.ts'

type SourceOf = (file: ts.SourceFile) => Source

export interface TypeErrors {
  /** Rejected imports and syntax errors or, if there are none, type errors. */
  readonly fatal: readonly Diagnostic[]
  /** Type errors of the exported literal, which the validation phase will find again in the value. */
  readonly deferred: readonly Diagnostic[]
}

/** All errors that the compiler finds in the files of the project. */
export function typeErrors(compiler: Compiler, checked: CheckedProgram, sourceOf: SourceOf): TypeErrors {
  const { program, files } = checked
  const fatal = checked.rejected.map(({ file, specifier, reason }) =>
    createDiagnostic(
      'missing-import',
      locationAt(sourceOf(file), specifier.getStart(file), specifier.getEnd()),
      reason,
    ),
  )
  // After the first of a file, further ones follow from it.
  const malformed = files.flatMap(file => program.getSyntacticDiagnostics(file).slice(0, 1))
  if (malformed.length > 0) {
    return {
      fatal: [
        ...fatal,
        ...malformed.flatMap(diagnostic =>
          toDiagnostics(compiler, 'malformed-typescript', diagnostic, sourceOf),
        ),
      ],
      deferred: [],
    }
  }
  const deferred: Diagnostic[] = []
  for (const file of files) {
    for (const diagnostic of program.getSemanticDiagnostics(file)) {
      if (isRejectedImport(checked, diagnostic)) continue
      const target = file === files[0] && isDeferred(compiler, file, diagnostic) ? deferred : fatal
      target.push(...toDiagnostics(compiler, 'type-error', diagnostic, sourceOf))
    }
  }
  return { fatal, deferred }
}

const isRejectedImport = ({ rejected }: CheckedProgram, diagnostic: ts.Diagnostic): boolean =>
  rejected.some(
    ({ file, specifier }) => file === diagnostic.file && specifier.getStart(file) === diagnostic.start,
  )

function toDiagnostics(
  compiler: Compiler,
  code: 'malformed-typescript' | 'type-error',
  diagnostic: ts.Diagnostic,
  sourceOf: SourceOf,
): readonly Diagnostic[] {
  const { file, start = 0, length = 0, relatedInformation = [] } = diagnostic
  if (file === undefined || file.isDeclarationFile) return []
  const notes = relatedInformation.flatMap(related => toNotes(compiler, related, sourceOf))
  const location = locationAt(sourceOf(file), start, start + length)
  return [createDiagnostic(code, location, formatMessage(compiler, diagnostic.messageText), { notes })]
}

/** The message chain in one line, without advice to install or configure something, which does not apply here. */
function formatMessage(compiler: Compiler, message: string | ts.DiagnosticMessageChain): string {
  const flat = compiler.flattenDiagnosticMessageText(message, '\n').replaceAll(/\n\s*/g, ' ')
  return flat.replace(
    / Do you need to (?:change|install) .*$/,
    ' A config runs without files, network or environment.',
  )
}

/** Related locations in declarations are omitted: they are not files of the author. */
function toNotes(
  compiler: Compiler,
  related: ts.DiagnosticRelatedInformation,
  sourceOf: SourceOf,
): readonly Note[] {
  const { file, start = 0, length = 0, messageText } = related
  if (file === undefined || file.isDeclarationFile) return []
  return [
    {
      location: locationAt(sourceOf(file), start, start + length),
      message: formatMessage(compiler, messageText),
    },
  ]
}

// Type errors that the validation phase will find again in the value, with the same messages as for JSON and YAML.
// Reporting them here would report them twice, and would hide all but the first, where the compiler stops.

/** The TypeScript error codes for a value of the wrong type, and for unknown and missing properties. */
const TYPE_MISMATCH_CODES: readonly number[] = [
  1360, 2322, 2345, 2353, 2418, 2559, 2561, 2739, 2740, 2741, 2820,
]
const AUTHORING_CALL = /^define(?:Config|Gateway|Tests)$/

/**
 * True for an error in the literal that is the default export: the invalid part is in the value as well. Elsewhere, in a
 * function for example, the value may not show the error.
 */
function isDeferred(compiler: Compiler, file: ts.SourceFile, diagnostic: ts.Diagnostic): boolean {
  if (!TYPE_MISMATCH_CODES.includes(diagnostic.code) || diagnostic.start === undefined) return false
  const [, statement, ...inside] = nodesAt(compiler, file, diagnostic.start)
  if (statement === undefined || !compiler.isExportAssignment(statement)) return false
  return inside.length > 0 && inside.slice(0, -1).every(node => isLiteral(compiler, node))
}

function isLiteral(compiler: Compiler, node: ts.Node): boolean {
  if (compiler.isCallExpression(node)) return AUTHORING_CALL.test(node.expression.getText())
  return (
    compiler.isObjectLiteralExpression(node) ||
    compiler.isArrayLiteralExpression(node) ||
    compiler.isPropertyAssignment(node) ||
    compiler.isShorthandPropertyAssignment(node) ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isSatisfiesExpression(node)
  )
}
