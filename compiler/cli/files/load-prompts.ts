// Loads the files of prompts and partials.
import { basename } from 'node:path'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { PromptInputs, SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import type { SourceReader } from '../../read/reader.ts'
import { partialsOfProject, promptsOfProject } from './project-files.ts'
import { promptIdOf } from './project-names.ts'
import { promptReader } from './prompt-reader.ts'

interface FileLoader {
  readonly load: (path: string, read: SourceReader) => SourceInput | undefined
  readonly displayPath: (path: string) => string
  readonly report: ReportDiagnostic
}

/** `open`: files of an editor, which need not be saved yet. */
export function loadPrompts(folder: string, loader: FileLoader, open: readonly string[]): PromptInputs {
  return {
    prompts: loadFiles('prompt', promptsOfProject(folder, open), loader),
    partials: loadFiles('partial', partialsOfProject(folder, open), loader),
  }
}

function loadFiles(
  kind: string,
  paths: readonly string[],
  { load, displayPath, report }: FileLoader,
): ReadonlyMap<string, SourceInput> {
  const inputs = new Map<string, SourceInput>()
  const seen = new Map<string, string>()
  for (const path of paths) {
    const id = promptIdOf(basename(path))
    const before = seen.get(id)
    if (before !== undefined) {
      const message = `The ${kind} "${id}" is already defined by ${displayPath(before)}.`
      const source = { name: displayPath(path), text: '' }
      report(createDiagnostic('duplicate-prompt', { source, span: { start: 0, end: 0 } }, message))
      continue
    }
    seen.set(id, path)
    const input = load(path, promptReader(path))
    if (input !== undefined) inputs.set(id, input)
  }
  return inputs
}
