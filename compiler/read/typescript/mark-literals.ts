// The transformer that tracks the origins of values: every object and array literal becomes a call that records the
// literal's site. The parts are passed as one array, since a call is limited to 65,535 arguments; spreads are separate
// parts, so that values from a spread preserve their origins.
import type ts from 'typescript'
import type { Origin, Source, SourceSpan } from '../../source.ts'
import { unwrapExpression } from './nodes.ts'
import type { Compiler } from './ports.ts'
import type { LiteralSite, ObjectPart } from './sites.ts'

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

// Splits an object literal into the parts passed to its mark: runs of plain properties, single computed properties, and
// spreads, each with its origin.

interface Part {
  readonly sitePart: ObjectPart
  /** `l` for a literal, `s` for a spread, as the prelude reads it. */
  readonly kind: 'l' | 's'
  readonly expression: ts.Expression
}

/** The parts of a literal in source order, with transformed members. */
function objectParts(
  compiler: Compiler,
  factory: ts.NodeFactory,
  node: ts.ObjectLiteralExpression,
  visit: (node: ts.Node) => ts.Node,
  span: (node: ts.Node) => SourceSpan,
): readonly Part[] {
  const parts: Part[] = []
  let byName = new Map<string, Origin>()
  let members: ts.ObjectLiteralElementLike[] = []
  const closeRun = (): void => {
    if (members.length === 0) return
    const expression = factory.createObjectLiteralExpression(members)
    parts.push({ kind: 'l', sitePart: { kind: 'properties', byName }, expression })
    byName = new Map()
    members = []
  }
  for (const member of node.properties) {
    const visited = compiler.visitNode(member, visit, compiler.isObjectLiteralElementLike) ?? member
    const origin = memberOrigin(compiler, member, span)
    const name = staticName(compiler, member)
    if (name !== undefined) {
      byName.set(name, origin)
      members.push(visited)
      continue
    }
    closeRun()
    if (compiler.isSpreadAssignment(visited)) {
      parts.push({ kind: 's', sitePart: { kind: 'spread', origin }, expression: visited.expression })
    } else {
      const expression = factory.createObjectLiteralExpression([visited])
      parts.push({ kind: 'l', sitePart: { kind: 'computed', origin }, expression })
    }
  }
  closeRun()
  return parts
}

// The origins of the members of an object literal, and their static names.

/** The spans of the key and value of a member; a method or accessor is its own value, a spread has no key. */
function memberOrigin(
  compiler: Compiler,
  member: ts.ObjectLiteralElementLike,
  span: (node: ts.Node) => SourceSpan,
): Origin {
  if (compiler.isSpreadAssignment(member)) return { value: span(member.expression) }
  const valueNode = compiler.isPropertyAssignment(member)
    ? unwrapExpression(compiler, member.initializer)
    : member
  return { key: span(member.name), value: span(valueNode) }
}

/** The static name of a member; undefined for a computed name and a spread. */
function staticName(compiler: Compiler, member: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = member
  if (name === undefined) return undefined
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name)) return name.text
  return compiler.isNumericLiteral(name) ? String(Number(name.text)) : undefined
}
