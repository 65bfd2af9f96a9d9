// The transformer that tracks the origins of values: every object and array literal becomes a call that records the
// literal's site. The parts are passed as one array, since a call is limited to 65,535 arguments; spreads are separate
// parts, so that values from a spread preserve their origins.
import type ts from 'typescript'
import type { Source, SourceSpan } from '../../source.ts'
import { objectParts } from './mark-object.ts'
import { unwrapExpression } from './nodes.ts'
import type { Compiler } from './ports.ts'
import type { LiteralSite } from './sites.ts'

/** The names of the global functions that the prelude defines. */
export const MARK_OBJECT = '__portolanObject'
export const MARK_ARRAY = '__portolanArray'
export const MARK_THROW = '__portolanThrow'

/** A transformer that appends to `sites`; `sourceOf` returns the source of a file's spans, undefined for the main file. */
export function markLiterals(
  compiler: Compiler,
  sites: LiteralSite[],
  sourceOf: (file: ts.SourceFile) => Source | undefined,
): ts.TransformerFactory<ts.SourceFile> {
  return context => file => {
    const { factory } = context
    const source = sourceOf(file)
    const span = (node: ts.Node): SourceSpan => {
      const range = { start: node.getStart(file), end: node.getEnd() }
      return source ? { ...range, source } : range
    }
    const call = (name: string, site: LiteralSite, ...args: readonly ts.Expression[]): ts.Expression =>
      factory.createCallExpression(factory.createIdentifier(name), undefined, [
        factory.createNumericLiteral(sites.push(site) - 1),
        ...args,
      ])
    const expression = (node: ts.Expression): ts.Expression =>
      compiler.visitNode(node, visit, compiler.isExpression) ?? node

    const markObject = (node: ts.ObjectLiteralExpression): ts.Expression => {
      const parts = objectParts(compiler, factory, node, visit, span)
      return call(
        MARK_OBJECT,
        { span: span(node), parts: parts.map(part => part.sitePart) },
        factory.createStringLiteral(parts.map(part => part.kind).join('')),
        factory.createArrayLiteralExpression(parts.map(part => part.expression)),
      )
    }

    const markArray = (node: ts.ArrayLiteralExpression): ts.Expression => {
      const parts = node.elements.map(expression)
      const isSpread = (part: ts.Expression): part is ts.SpreadElement => compiler.isSpreadElement(part)
      return call(
        MARK_ARRAY,
        {
          span: span(node),
          elements: node.elements.map(element => span(unwrapExpression(compiler, element))),
        },
        factory.createStringLiteral(parts.map(part => (isSpread(part) ? 's' : 'l')).join('')),
        factory.createArrayLiteralExpression(
          parts.map(part => {
            if (isSpread(part)) return part.expression
            return compiler.isOmittedExpression(part) ? factory.createVoidZero() : part
          }),
        ),
      )
    }

    const visit = (node: ts.Node): ts.Node => {
      if (compiler.isObjectLiteralExpression(node)) return markObject(node)
      if (compiler.isArrayLiteralExpression(node)) return markArray(node)
      if (compiler.isThrowStatement(node)) {
        // The thrown value may not be an error with a stack.
        const site = { span: span(node) }
        return factory.updateThrowStatement(node, call(MARK_THROW, site, expression(node.expression)))
      }
      // A literal on the left of an assignment is a pattern, not a value.
      if (isAssignment(compiler, node) && isPattern(compiler, node.left)) {
        return factory.updateBinaryExpression(node, node.left, node.operatorToken, expression(node.right))
      }
      if (compiler.isForOfStatement(node) && isPattern(compiler, node.initializer)) {
        const statement = compiler.visitNode(node.statement, visit, compiler.isStatement) ?? node.statement
        const iterated = expression(node.expression)
        return factory.updateForOfStatement(node, node.awaitModifier, node.initializer, iterated, statement)
      }
      return compiler.visitEachChild(node, visit, context)
    }
    return compiler.visitNode(file, visit, compiler.isSourceFile) ?? file
  }
}

const isAssignment = (compiler: Compiler, node: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.EqualsToken

const isPattern = (compiler: Compiler, node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) || compiler.isArrayLiteralExpression(node)
