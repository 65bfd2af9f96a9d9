// Reads a TypeScript config: type-checks it, emits it with every literal marked, runs it in the sandbox, and deserializes
// its default export to a value with origins.
import type ts from 'typescript'
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { ParsedSource, Source, Span } from '../../source.ts'
import { bounded } from '../bounded.ts'
import { mistake, placeOfSpan } from '../mistake.ts'
import { originsOf } from '../origins.ts'
import { type Emitted, emitModules } from './emit.ts'
import type { Engine, Outcome } from './engine.ts'
import { failureOf } from './failures.ts'
import { defaultExport } from './nodes.ts'
import { absolute, shownFrom } from './paths.ts'
import type { Compiler, TypescriptPorts } from './ports.ts'
import { AUTHORING_CODE } from './prelude.ts'
import { makeProgram, type ParsedFiles } from './program.ts'
import { AUTHORING_FILE, type Project, resolveImport } from './resolve.ts'
import { growShown } from './shown.ts'
import { placeOfStack } from './stack-place.ts'
import { typeErrors } from './type-errors.ts'

/** Dependencies that are loaded once and shared by all configs. */
export interface Loaded {
  readonly ports: TypescriptPorts
  readonly compiler: Compiler
  readonly engine: Engine
  readonly parsed: ParsedFiles
}

export function readConfig(loaded: Loaded, main: Source, report: Report): ParsedSource | undefined {
  const { ports, compiler, engine } = loaded
  const path = absolute(ports.workingFolder, main.name)
  const project: Project = { root: absolute(ports.workingFolder, ports.root), readFile: ports.readFile }
  const sourceOf = sources(ports, main, path)
  const told = bounded(report)

  const checked = makeProgram({ ...loaded, project, declarations: ports.declarations }, path, main.text)
  const { fatal, held } = typeErrors(compiler, checked, sourceOf)
  if (fatal.length > 0) {
    for (const diagnostic of [...fatal, ...held]) told.report(diagnostic)
    return undefined
  }

  const emitted = emitModules(compiler, checked, file =>
    file.fileName === path ? undefined : sourceOf(file),
  )
  const outcome = run(engine, emitted, project, path)
  if (outcome.kind !== 'shown') {
    const stackPlace = (stack: string) => placeOfStack(compiler, emitted, sourceOf, stack)
    told.report(failureOf(outcome, { main, sites: emitted.sites, placeOfStack: stackPlace }))
    for (const diagnostic of held) told.report(diagnostic)
    return undefined
  }
  const file = emitted.modules.get(path)?.file
  const { value, tree } = growShown(
    outcome.text,
    emitted.sites,
    exportSpan(compiler, main, file),
    (code, span, message) => told.report(mistake(code, placeOfSpan(main, span), message)),
  )
  return told.errors() > 0 ? undefined : { source: main, value, origins: originsOf(tree) }
}

function run(engine: Engine, emitted: Emitted, project: Project, entry: string): Outcome {
  return engine.run({
    entry,
    codeOf: path => (path === AUTHORING_FILE ? AUTHORING_CODE : emitted.modules.get(path)?.code),
    resolve: (specifier, from) => {
      if (emitted.modules.has(specifier)) return specifier
      const resolution = resolveImport(project, specifier, from)
      return 'path' in resolution ? resolution.path : specifier
    },
  })
}

/** The fallback location of values: the exported expression, or the whole source. */
function exportSpan(compiler: Compiler, main: Source, file: ts.SourceFile | undefined): Span {
  const exported = file && defaultExport(compiler, file)
  if (exported === undefined) return { start: 0, end: main.text.trimEnd().length }
  return { start: exported.getStart(file), end: exported.getEnd() }
}

/** The source of each file, one object per file; imported files are named relative to the working folder. */
function sources(ports: TypescriptPorts, main: Source, path: string): (file: ts.SourceFile) => Source {
  const known = new Map<string, Source>([[path, main]])
  return ({ fileName, text }) => {
    const source = known.get(fileName) ?? { name: shownFrom(ports.workingFolder, fileName), text }
    known.set(fileName, source)
    return source
  }
}
