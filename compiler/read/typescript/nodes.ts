// Syntax tree lookups: nodes by offset, and expressions without their wrappers.
import type ts from 'typescript'
import type { Compiler } from './ports.ts'

/** The nodes that contain an offset, from the file to the innermost. */
export function nodesAt(compiler: Compiler, file: ts.SourceFile, offset: number): readonly ts.Node[] {
  const path: ts.Node[] = []
  let node: ts.Node | undefined = file
  while (node !== undefined) {
    path.push(node)
    node = compiler.forEachChild(node, below =>
      below.getStart(file) <= offset && offset < below.getEnd() ? below : undefined,
    )
  }
  return path
}

/** An expression without `as`, `satisfies`, `!` and parentheses around it. */
export function unwrapExpression(compiler: Compiler, node: ts.Expression): ts.Expression {
  const isWrapped =
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isParenthesizedExpression(node) ||
    compiler.isTypeAssertionExpression(node)
  return isWrapped ? unwrapExpression(compiler, node.expression) : node
}

/** The expression of `export default`, if any. */
export function defaultExport(compiler: Compiler, file: ts.SourceFile): ts.Expression | undefined {
  const statement = file.statements.find(each => compiler.isExportAssignment(each))
  return statement && unwrapExpression(compiler, statement.expression)
}
