// Reads a TypeScript config: type-checks it, emits it with every literal marked, runs it in the sandbox, and deserializes
// its default export to a value with origins.
import type ts from 'typescript'
import type { Diagnostic, ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { ParsedSource, Source, SourceSpan } from '../../source.ts'
import { createDiagnostic, locationAt, locationOfSpan } from '../create-diagnostic.ts'
import { createOriginMap } from '../origins.ts'
import { limitReport } from '../readable-source.ts'
import { MAX_DEPTH, MAX_TYPESCRIPT_TOKENS } from '../reader.ts'
import { type DeserializedValue, deserialize, type ReportInvalid } from './deserialize.ts'
import { type EmittedModule, type EmittedProgram, emitModules } from './emit.ts'
import type { Engine, RunResult } from './engine.ts'
import { defaultExport } from './nodes.ts'
import type { Compiler, TypescriptPorts } from './ports.ts'
import { AUTHORING_CODE } from './prelude.ts'
import { createConfigProgram, type ParsedFiles } from './program.ts'
import { AUTHORING_FILE, displayPath, isInside, type Project, resolveImport, resolvePath } from './resolve.ts'
import { runErrorDiagnostic } from './run-errors.ts'
import type { LiteralSite } from './sites.ts'
import { locateStackFrame } from './stack-location.ts'
import { typeErrors } from './type-errors.ts'

/** Dependencies that are loaded once and shared by all configs. */
interface TypescriptReaderContext {
  readonly ports: TypescriptPorts
  readonly compiler: Compiler
  readonly engine: Engine
  readonly parsed: ParsedFiles
}

/** Reads a config. Neither the compiler nor the visitors of its nodes check how deep they are. */
export function readConfig(
  loaded: TypescriptReaderContext,
  main: Source,
  report: ReportDiagnostic,
): ParsedSource | undefined {
  if (reportTooMuchCode(loaded.compiler, main, report)) return undefined
  try {
    return compileAndRun(loaded, main, report)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    report(tooDeepDiagnostic(loaded.compiler, main))
    return undefined
  }
}

function compileAndRun(
  loaded: TypescriptReaderContext,
  main: Source,
  report: ReportDiagnostic,
): ParsedSource | undefined {
  const { ports, compiler, engine } = loaded
  const path = resolvePath(ports.workingFolder, main.name)
  const project: Project = {
    root: resolvePath(ports.workingFolder, ports.root),
    readFile: ports.readFile,
    leadsOutside: ports.leadsOutside,
  }
  const sourceOf = createSourceLookup(ports, main, path)
  const limited = limitReport(report)

  const checked = createConfigProgram(
    { ...loaded, project, declarations: ports.declarations },
    path,
    main.text,
  )
  const { fatal, deferred } = typeErrors(compiler, checked, sourceOf)
  if (fatal.length > 0) {
    for (const diagnostic of [...fatal, ...deferred]) limited.report(diagnostic)
    return undefined
  }

  const emitted = emitModules(compiler, checked, file =>
    file.fileName === path ? undefined : sourceOf(file),
  )
  const names = moduleNames(emitted, project.root)
  const result = runProgram(engine, names, project, path)
  if (result.kind !== 'shown') {
    const locate = (stack: string) => locateStackFrame(compiler, names.moduleNamed, sourceOf, stack)
    limited.report(runErrorDiagnostic(result, { main, sites: emitted.sites, locateStack: locate }))
    for (const diagnostic of deferred) limited.report(diagnostic)
    return undefined
  }
  const span = exportSpan(compiler, main, emitted.modules.get(path)?.file)
  const reportInvalid: ReportInvalid = (code, at, message) =>
    limited.report(createDiagnostic(code, locationOfSpan(main, at), message))
  const read = readResult(result.text, emitted.sites, span, reportInvalid)
  return read === undefined || limited.errorCount() > 0
    ? undefined
    : { source: main, value: read.value, origins: createOriginMap(read.tree) }
}

/** The value of a run. A config that replaces functions of the language can spoil its own serialization. */
function readResult(
  text: string,
  sites: readonly LiteralSite[],
  span: SourceSpan,
  reportInvalid: ReportInvalid,
): DeserializedValue | undefined {
  try {
    return deserialize(text, sites, span, reportInvalid)
  } catch {
    const message =
      'The value cannot be read: the config replaces functions of the language, such as those of Map.'
    reportInvalid('config-not-json', span, message)
    return undefined
  }
}

function runProgram(engine: Engine, names: ModuleNames, project: Project, entry: string): RunResult {
  return engine.run({
    entry: names.nameOf(entry),
    codeOf: name => (name === AUTHORING_FILE ? AUTHORING_CODE : names.moduleNamed(name)?.code),
    resolve: (specifier, from) => {
      if (names.pathOf(specifier) !== undefined) return specifier
      const resolution = resolveImport(project, specifier, names.pathOf(from) ?? from)
      return 'path' in resolution ? names.nameOf(resolution.path) : specifier
    },
  })
}

/** The fallback location of values: the exported expression, or the whole source. */
function exportSpan(compiler: Compiler, main: Source, file: ts.SourceFile | undefined): SourceSpan {
  const exported = file && defaultExport(compiler, file)
  if (exported === undefined) return { start: 0, end: main.text.trimEnd().length }
  return { start: exported.getStart(file), end: exported.getEnd() }
}

/** The source of each file, one object per file; imported files are named relative to the working folder. */
function createSourceLookup(
  ports: TypescriptPorts,
  main: Source,
  path: string,
): (file: ts.SourceFile) => Source {
  const known = new Map<string, Source>([[path, main]])
  return ({ fileName, text }) => {
    const source = known.get(fileName) ?? { name: displayPath(ports.workingFolder, fileName), text }
    known.set(fileName, source)
    return source
  }
}

// The names of modules in a run: paths from the project's folder, since a config can read them in the stack of an error, and
// a plan must be the same on every machine.

interface ModuleNames {
  readonly nameOf: (path: string) => string
  /** The absolute path of a module; undefined for a name that no module has. */
  readonly pathOf: (name: string) => string | undefined
  readonly moduleNamed: (name: string) => EmittedModule | undefined
}

function moduleNames({ modules }: EmittedProgram, root: string): ModuleNames {
  const nameOf = (path: string): string => {
    if (path === AUTHORING_FILE || root === '/') return path
    return path.slice(isInside(root, path) ? root.length : path.lastIndexOf('/'))
  }
  const paths = new Map(Array.from(modules.keys(), path => [nameOf(path), path]))
  return {
    nameOf,
    pathOf: name => paths.get(name),
    moduleNamed: name => modules.get(paths.get(name) ?? ''),
  }
}

const MESSAGE =
  'The code of the config, or of a module that it imports, is nested too deeply for the TypeScript compiler. Write it in several parts.'

/**
 * The compiler gives up with an exception on code that is nested more deeply than its stack. The finding is at the first bracket beyond the
 * limit of values; at the beginning without one, as in long chains of operators.
 */
function tooDeepDiagnostic(compiler: Compiler, source: Source): Diagnostic {
  const start = deepBracket(compiler, source.text) ?? source.text.search(/\S/)
  return createDiagnostic('too-deep', locationAt(source, start, start + 1), MESSAGE)
}

function deepBracket(
  { createScanner, ScriptTarget, SyntaxKind }: Compiler,
  text: string,
): number | undefined {
  const scanner = createScanner(ScriptTarget.Latest, true, undefined, text)
  let depth = 0
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    switch (kind) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
      case SyntaxKind.OpenParenToken:
        depth += 1
        if (depth > MAX_DEPTH) return scanner.getTokenStart()
        break
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
      case SyntaxKind.CloseParenToken:
        depth -= 1
    }
  }
  return undefined
}

/** Reports code with more than MAX_TYPESCRIPT_TOKENS: equal names in an object take quadratic time. */
function reportTooMuchCode(compiler: Compiler, source: Source, report: ReportDiagnostic): boolean {
  const { text } = source
  if (text.length <= MAX_TYPESCRIPT_TOKENS) return false
  const scanner = compiler.createScanner(compiler.ScriptTarget.Latest, true, undefined, text)
  for (let count = 0; count < MAX_TYPESCRIPT_TOKENS; count += 1)
    if (scanner.scan() === compiler.SyntaxKind.EndOfFileToken) return false
  const start = scanner.getTokenStart()
  report(
    createDiagnostic(
      'source-too-large',
      locationAt(source, start, start + 1),
      `The source has more than ${MAX_TYPESCRIPT_TOKENS} words and signs, the limit of TypeScript; write data as JSON.`,
    ),
  )
  return true
}
