// Maps a stack trace of the engine to a source location.
import type ts from 'typescript'
import type { Location } from '../../diagnostics/diagnostic.ts'
import { lineStarts } from '../../diagnostics/position.ts'
import type { Source } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import type { EmittedModule } from './emit.ts'
import { nodesAt } from './nodes.ts'
import type { Compiler } from './ports.ts'

const FRAME = /([^\s()]+):(\d+):(\d+)\)?$/gm

/** The location of the call, or the innermost expression, of the first stack frame in a file of the project. */
export function locateStackFrame(
  compiler: Compiler,
  moduleNamed: (name: string) => EmittedModule | undefined,
  sourceOf: (file: ts.SourceFile) => Source,
  stack: string,
): Location | undefined {
  for (const [, name = '', line = '1', column = '1'] of stack.matchAll(FRAME)) {
    const module = moduleNamed(name)
    const mapped = module && originalPosition(module.mappings, Number(line) - 1, Number(column) - 1)
    if (module === undefined || mapped === undefined) continue
    const { file } = module
    const offset = (lineStarts(file.text)[mapped.line] ?? 0) + mapped.column
    const nodes = nodesAt(compiler, file, offset)
    const node = nodes.findLast(candidate => isAction(compiler, candidate)) ?? nodes.at(-1) ?? file
    return locationAt(
      sourceOf(file),
      node === file ? offset : node.getStart(file),
      node === file ? offset : node.getEnd(),
    )
  }
  return undefined
}

const isAction = (compiler: Compiler, node: ts.Node): boolean =>
  compiler.isCallExpression(node) ||
  compiler.isNewExpression(node) ||
  compiler.isPropertyAccessExpression(node) ||
  compiler.isElementAccessExpression(node) ||
  compiler.isIdentifier(node)

// Source maps, version 3: maps a line and column of emitted JavaScript to the TypeScript source.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

interface MappedPosition {
  /** Zero-based line and column in the source. */
  readonly line: number
  readonly column: number
}

interface Segment extends MappedPosition {
  readonly emittedColumn: number
}

/** Decodes the Base64 VLQ numbers of a segment; the lowest bit of a number is its sign. */
function decodeSegment(segment: string): readonly number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit)
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

function segments(mappings: string): readonly (readonly Segment[])[] {
  let line = 0
  let column = 0
  return mappings.split(';').map(row => {
    let emittedColumn = 0
    return row.split(',').flatMap(text => {
      const [columnStep = 0, , lineStep, originalColumnStep] = decodeSegment(text)
      emittedColumn += columnStep
      if (lineStep === undefined || originalColumnStep === undefined) return []
      line += lineStep
      column += originalColumnStep
      return [{ emittedColumn, line, column }]
    })
  })
}

/** The source position of an emitted position, both zero-based: the nearest mapping at or before it on its line. */
function originalPosition(mappings: string, line: number, column: number): MappedPosition | undefined {
  const row = segments(mappings)[line] ?? []
  return row.findLast(segment => segment.emittedColumn <= column) ?? row[0]
}
