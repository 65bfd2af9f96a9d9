// The origins of the members of an object literal, and their static names.
import type ts from 'typescript'
import type { Origin, SourceSpan } from '../../source.ts'
import { unwrapExpression } from './nodes.ts'
import type { Compiler } from './ports.ts'

/** The spans of the key and value of a member; a method or accessor is its own value, a spread has no key. */
export function memberOrigin(
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
export function staticName(compiler: Compiler, member: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = member
  if (name === undefined) return undefined
  if (compiler.isIdentifier(name) || compiler.isStringLiteral(name)) return name.text
  return compiler.isNumericLiteral(name) ? String(Number(name.text)) : undefined
}
