// Puts the properties of object literals in TypeScript into the order of the schema. Layout is left to the formatter of the project.
// Comments move with the property below them, or in front of them in the same line.
import type ts from 'typescript'
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { ParsedSource } from '../source.ts'
import type { RankProperty } from './property-order.ts'

type Compiler = typeof ts

/** The literals in the text that became objects of the value, by their start. One that became several is known by its first place. */
function literalsOf({ source, value, origins }: ParsedSource): ReadonlyMap<number, Pointer> {
  const literals = new Map<number, Pointer>()
  const visit = (each: Json, pointer: Pointer): void => {
    if (typeof each !== 'object' || each === null) return
    const span = origins.get(pointer)?.value
    if (span !== undefined && span.source === undefined && source.text[span.start] === '{')
      if (!literals.has(span.start)) literals.set(span.start, pointer)
    for (const [name, item] of Object.entries(each)) visit(item as Json, childPointer(pointer, name))
  }
  visit(value, '')
  return literals
}

export function orderTypescript(compiler: Compiler, parsed: ParsedSource, rank: RankProperty): string {
  const { name, text } = parsed.source
  const file = compiler.createSourceFile(name, text, compiler.ScriptTarget.Latest, true)
  const literals = literalsOf(parsed)

  /** The text of a node, with the literals in it in order. */
  const render = (node: ts.Node, start: number, end: number): string => {
    let rendered = ''
    let at = start
    const visit = (child: ts.Node): void => {
      const pointer = literals.get(child.getStart())
      if (compiler.isObjectLiteralExpression(child) && pointer !== undefined && canBeOrdered(child)) {
        rendered += text.slice(at, child.getStart()) + renderLiteral(child, pointer)
        at = child.getEnd()
      } else compiler.forEachChild(child, visit)
    }
    if (compiler.isObjectLiteralExpression(node)) visit(node)
    else compiler.forEachChild(node, visit)
    return rendered + text.slice(at, end)
  }

  /** What is spread or computed may replace another property, so its place has a meaning. */
  const canBeOrdered = (literal: ts.ObjectLiteralExpression): boolean =>
    literal.properties.every(
      property =>
        (compiler.isPropertyAssignment(property) && !compiler.isComputedPropertyName(property.name)) ||
        compiler.isShorthandPropertyAssignment(property),
    )

  const renderLiteral = (literal: ts.ObjectLiteralExpression, pointer: Pointer): string => {
    const { properties } = literal
    const members = properties.map((property, index) => {
      const name = property.name === undefined ? '' : nameOf(property.name)
      const lead = leadOf(property)
      const next = properties[index + 1]
      const limit = next === undefined ? literal.getEnd() - 1 : leadOf(next)
      // A comma, and a comment behind it in the same line.
      const [behind = '', comma = '', trail = ''] =
        /^(?:\s*(,))?((?:[^\S\n]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/))?)/.exec(
          text.slice(property.getEnd(), limit),
        ) ?? []
      return {
        rank: rank(pointer, name),
        body: render(property, lead, property.getEnd()),
        comma,
        trail,
        lead,
        rest: property.getEnd() + behind.length,
      }
    })
    const sorted = members.toSorted((left, right) => left.rank - right.rank)
    let rendered = ''
    let at = literal.getStart()
    for (const [index, slot] of members.entries()) {
      const member = sorted[index] ?? slot
      rendered += text.slice(at, slot.lead) + member.body + slot.comma + member.trail
      at = slot.rest
    }
    return rendered + text.slice(at, literal.getEnd())
  }

  const nameOf = (name: ts.PropertyName): string =>
    compiler.isIdentifier(name) || compiler.isStringLiteral(name) || compiler.isNumericLiteral(name)
      ? name.text
      : ''

  /** The start of the comments that belong to a property: those after the line of what is before it. */
  const leadOf = (property: ts.Node): number => {
    const comments = compiler.getLeadingCommentRanges(text, property.getFullStart()) ?? []
    const own = comments.filter(({ pos }) => {
      const between = text.slice(property.getFullStart(), pos)
      return between.includes('\n') || property.getFullStart() === 0
    })
    const first = own[0]
    return first === undefined ? property.getStart() : first.pos
  }

  return render(file, 0, text.length)
}

/** The comments of a source. */
export function typescriptComments(compiler: Compiler, text: string): readonly string[] {
  const scanner = compiler.createScanner(compiler.ScriptTarget.Latest, false, undefined, text)
  const comments: string[] = []
  for (let token = scanner.scan(); token !== compiler.SyntaxKind.EndOfFileToken; token = scanner.scan())
    if (
      token === compiler.SyntaxKind.SingleLineCommentTrivia ||
      token === compiler.SyntaxKind.MultiLineCommentTrivia
    )
      comments.push(scanner.getTokenText())
  return comments
}
