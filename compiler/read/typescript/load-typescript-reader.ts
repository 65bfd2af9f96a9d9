// TypeScript configs: type-checked with the compiler's API, emitted with every literal marked, run in a sealed engine.
// Loading is asynchronous, reading is not.
import type ts from 'typescript'
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { ParsedSource, Source } from '../../source.ts'
import { bounded } from '../bounded.ts'
import { mistake, placeOfSpan } from '../mistake.ts'
import { originsOf } from '../origins.ts'
import { isReadable } from '../readable.ts'
import type { Reader } from '../reader.ts'
import { emitModules } from './emit.ts'
import { type Engine, loadEngine } from './engine.ts'
import { failureOf } from './failures.ts'
import { absolute, shownFrom } from './paths.ts'
import type { Compiler, TypescriptPorts } from './ports.ts'
import { AUTHORING_CODE } from './prelude.ts'
import { makeProgram, type ParsedFiles } from './program.ts'
import { AUTHORING_FILE, type Project, resolveImport } from './resolve.ts'
import { growShown } from './shown.ts'
import { typeErrors } from './type-errors.ts'

/** Loads the compiler and the engine once; the reader keeps parsed files from one config to the next. */
export async function loadTypescriptReader(ports: TypescriptPorts): Promise<Reader> {
  const compiler = ports.loadCompiler()
  const { newQuickJSWASMModuleFromVariant } = await import('quickjs-emscripten-core')
  const engine = await loadEngine(() =>
    newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync')),
  )
  const parsed: ParsedFiles = new Map()
  return (source, report) =>
    isReadable(source, report) ? readConfig({ ports, compiler, engine, parsed }, source, report) : undefined
}

interface Loaded {
  readonly ports: TypescriptPorts
  readonly compiler: Compiler
  readonly engine: Engine
  readonly parsed: ParsedFiles
}

function readConfig(
  { ports, compiler, engine, parsed }: Loaded,
  main: Source,
  report: Report,
): ParsedSource | undefined {
  const path = absolute(ports.workingFolder, main.name)
  const project: Project = { root: absolute(ports.workingFolder, ports.root), readFile: ports.readFile }
  const told = bounded(report)
  const sourceOf = sources(ports, main, path)
  const fileSource = (file: ts.SourceFile): Source => sourceOf(file.fileName, file.text)

  const checked = makeProgram(
    { compiler, project, declarations: ports.declarations, parsed },
    path,
    main.text,
  )
  const { fatal, held } = typeErrors(compiler, checked, fileSource)
  if (fatal.length > 0) {
    for (const diagnostic of [...fatal, ...held]) told.report(diagnostic)
    return undefined
  }

  const emitted = emitModules(compiler, checked, file =>
    file.fileName === path ? undefined : fileSource(file),
  )
  const outcome = engine.run({
    entry: path,
    codeOf: name => (name === AUTHORING_FILE ? AUTHORING_CODE : emitted.modules.get(name)?.code),
    resolve: (specifier, from) => {
      if (emitted.modules.has(specifier)) return specifier
      const resolution = resolveImport(project, specifier, from)
      return 'path' in resolution ? resolution.path : specifier
    },
  })
  if (outcome.kind !== 'shown') {
    const textOf = (name: string): string => emitted.modules.get(name)?.file.text ?? ''
    told.report(failureOf(outcome, emitted, main, name => sourceOf(name, textOf(name))))
    return undefined
  }
  const whole = { start: 0, end: main.text.trimEnd().length }
  const { value, tree } = growShown(outcome.text, emitted.sites, whole, (code, span, message) =>
    told.report(mistake(code, placeOfSpan(main, span), message)),
  )
  return told.errors() > 0 ? undefined : { source: main, value, origins: originsOf(tree) }
}

/** The source of each file, one object a file: the config as it was given, others under the name a person would type. */
function sources(ports: TypescriptPorts, main: Source, path: string): (name: string, text: string) => Source {
  const known = new Map<string, Source>([[path, main]])
  return (name, text) => {
    const source = known.get(name) ?? { name: shownFrom(ports.workingFolder, name), text }
    known.set(name, source)
    return source
  }
}
