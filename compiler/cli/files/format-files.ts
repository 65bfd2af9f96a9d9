// The files that `portolan fmt` formats, each with its kind and its format.
import { createRequire } from 'node:module'
import { relative } from 'node:path'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import { formatSource, type SourceFormat } from '../../format/format-source.ts'
import { orderTypescript, typescriptComments } from '../../format/order-typescript.ts'
import { propertyRanks } from '../../format/property-order.ts'
import { textFormatOf } from '../../format/text-format.ts'
import type { SourceInput } from '../../project-input.ts'
import type { SourceReader } from '../../read/reader.ts'
import type { Compiler } from '../../read/typescript/ports.ts'
import type { Source } from '../../source.ts'
import type { FileGroup } from './find-files.ts'
import { findTestFiles } from './find-test-files.ts'
import { loadProject } from './load-project.ts'
import { readFileText } from './read-file.ts'
import { readersFor } from './readers.ts'

export interface FormattedFile {
  readonly source: Source
  /** Undefined where it cannot be read. */
  readonly text: string | undefined
}

/** Formats all files of the groups, and the test files that the arguments name. */
export async function formatFiles(
  groups: readonly FileGroup[],
  patterns: readonly string[],
  folder: string,
  report: ReportDiagnostic,
): Promise<readonly FormattedFile[]> {
  const formatted: FormattedFile[] = []
  const add = ({ source, read }: SourceInput, kind: string): void => {
    const format = sourceFormatOf(source.name, kind, read)
    if (format !== undefined) formatted.push({ source, text: formatSource(source, format, report) })
  }
  for (const group of groups) {
    const { input, diagnostics } = await loadProject(group, folder)
    for (const diagnostic of diagnostics) if (diagnostic.code === 'unreadable-file') report(diagnostic)
    for (const config of input.configs.values()) add(config, 'Config')
    // Single configs are named, and their project is not.
    if (group.configs !== undefined) continue
    if (input.manifest !== undefined) {
      // That of the project is read once; here the formatted text is read too.
      const { source } = input.manifest
      const readerOf = await readersFor([source.name], group.root, folder)
      add({ source, read: readerOf(source.name) }, 'Manifest')
    }
    for (const prompt of input.prompts?.prompts.values() ?? []) add(prompt, 'Prompt')
  }
  for (const { root, files } of findTestFiles(folder, patterns).groups) {
    const readerOf = await readersFor(files, root, folder)
    for (const path of files) {
      const { text } = readFileText(path)
      if (text === undefined) continue
      const kind = /\.traffic\.\w+$/.test(path) ? 'TrafficModel' : 'ConfigTests'
      add({ source: { name: relative(folder, path), text }, read: readerOf(path) }, kind)
    }
  }
  return formatted
}

/** Undefined for files of other kinds, such as partials that are plain text. */
export function sourceFormatOf(name: string, kind: string, read: SourceReader): SourceFormat | undefined {
  if (!name.endsWith('.ts')) return textFormatOf(name, kind, read)
  const rank = propertyRanks(kind)
  const compiler = createRequire(import.meta.url)('typescript') as Compiler
  return {
    read,
    print: parsed => orderTypescript(compiler, parsed, rank),
    commentsOf: text => typescriptComments(compiler, text),
  }
}
