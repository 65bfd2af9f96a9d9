// Maps a stack trace of the engine to a source location.
import type ts from 'typescript'
import type { Location } from '../../diagnostics/diagnostic.ts'
import { lineStarts } from '../../diagnostics/position.ts'
import type { Source } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import type { EmittedModule } from './emit.ts'
import { nodesAt } from './nodes.ts'
import type { Compiler } from './ports.ts'
import { originalPosition } from './source-map.ts'

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
