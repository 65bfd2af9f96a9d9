// Creates the compiler program of a config: the config, its imports, the `portolan` declarations and the standard library.
// Parsed files are cached across configs, since the library by itself costs more than everything else.
import type ts from 'typescript'
import type { Compiler } from './ports.ts'
import { AUTHORING_FILE, isInside, type Project, resolveImport } from './resolve.ts'

export interface RejectedImport {
  readonly file: ts.SourceFile
  readonly specifier: ts.StringLiteralLike
  readonly reason: string
}

export interface CheckedProgram {
  readonly program: ts.Program
  /** The config and the files of the project that it imports, the config first. */
  readonly files: readonly ts.SourceFile[]
  readonly rejected: readonly RejectedImport[]
}

/** Parsed files by path; an entry is valid while the text is unchanged. */
export type ParsedFiles = Map<string, ts.SourceFile>

export interface ProgramInput {
  readonly compiler: Compiler
  readonly project: Project
  readonly declarations: string
  readonly parsed: ParsedFiles
}

/** Creates the program of the config `text` at `path`; types are checked when its diagnostics are requested. */
export function createConfigProgram(input: ProgramInput, path: string, text: string): CheckedProgram {
  const { compiler, project } = input
  const rejected: RejectedImport[] = []
  const textOf = (name: string): string | undefined => {
    if (name === path) return text
    if (name === AUTHORING_FILE) return input.declarations
    if (isLibrary(compiler, name)) return compiler.sys.readFile(name)
    // A reference comment can name any file; files outside the project do not exist.
    return isInside(project.root, name) ? project.readFile(name) : undefined
  }
  const host: ts.CompilerHost = {
    fileExists: name => textOf(name) !== undefined,
    readFile: textOf,
    getSourceFile: (name, options) => getParsedFile(input, name, textOf(name), options),
    getDefaultLibFileName: options => compiler.getDefaultLibFilePath(options),
    getCurrentDirectory: () => project.root,
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
    resolveModuleNameLiterals: (literals, from, _redirected, _options, file) =>
      literals.map(specifier => {
        const resolution = resolveImport(project, specifier.text, from)
        if ('reason' in resolution) {
          rejected.push({ file, specifier, reason: resolution.reason })
          return { resolvedModule: undefined }
        }
        const extension = resolution.path.endsWith('.d.ts') ? compiler.Extension.Dts : compiler.Extension.Ts
        const resolvedUsingTsExtension = /\.m?ts$/.test(specifier.text)
        const resolvedFileName = resolution.path
        return { resolvedModule: { resolvedFileName, extension, resolvedUsingTsExtension } }
      }),
  }
  const program = compiler.createProgram([path], optionsOf(compiler), host)
  const files = program.getSourceFiles().filter(file => !file.isDeclarationFile)
  files.sort((left, right) => Number(right.fileName === path) - Number(left.fileName === path))
  return { program, files, rejected }
}

function optionsOf(compiler: Compiler): ts.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    // Every file is a module, even without imports and exports.
    moduleDetection: compiler.ModuleDetectionKind.Force,
    rewriteRelativeImportExtensions: true,
    // No DOM and no Node.js types: unavailable APIs are type errors.
    lib: ['lib.es2022.d.ts'],
    types: [],
    strict: true,
    skipLibCheck: true,
    sourceMap: true,
    newLine: compiler.NewLineKind.LineFeed,
  }
}

function isLibrary(compiler: Compiler, name: string): boolean {
  const folder = compiler.getDefaultLibFilePath({}).replace(/[^/]*$/, '')
  return name.startsWith(folder) && /^lib\.[\w.]*d\.ts$/.test(name.slice(folder.length))
}

function getParsedFile(
  input: ProgramInput,
  name: string,
  text: string | undefined,
  options: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  const cached = input.parsed.get(name)
  if (text === undefined || cached?.text === text) return text === undefined ? undefined : cached
  const file = input.compiler.createSourceFile(name, text, options)
  input.parsed.set(name, file)
  return file
}
