// Type errors that the validation phase will find again in the value, with the same messages as for JSON and YAML.
// Reporting them here would report them twice, and would hide all but the first, where the compiler stops.
import type ts from 'typescript'
import { nodesAt } from './nodes.ts'
import type { Compiler } from './ports.ts'

/** The TypeScript error codes for a value of the wrong type, and for unknown and missing properties. */
const TYPE_MISMATCH_CODES: readonly number[] = [
  1360, 2322, 2345, 2353, 2418, 2559, 2561, 2739, 2740, 2741, 2820,
]
const AUTHORING_CALL = /^define(?:Config|Gateway|Tests)$/

/**
 * True for an error in the literal that is the default export: the invalid part is in the value as well. Elsewhere, in a
 * function for example, the value may not show the error.
 */
export function isDeferred(compiler: Compiler, file: ts.SourceFile, diagnostic: ts.Diagnostic): boolean {
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
