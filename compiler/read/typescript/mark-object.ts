// Splits an object literal into the parts passed to its mark: runs of plain properties, single computed properties, and
// spreads, each with its origin.
import type ts from 'typescript'
import type { Origin, SourceSpan } from '../../source.ts'
import { memberOrigin, staticName } from './literal-origins.ts'
import type { Compiler } from './ports.ts'
import type { ObjectPart } from './sites.ts'

interface Part {
  readonly sitePart: ObjectPart
  /** `l` for a literal, `s` for a spread, as the prelude reads it. */
  readonly kind: 'l' | 's'
  readonly expression: ts.Expression
}

/** The parts of a literal in source order, with transformed members. */
export function objectParts(
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
