// What `portolan check` reports of test files, without running them.
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { CompiledGroup, CompileMemory } from '../compile-groups.ts'
import { findTestFiles } from '../files/find-test-files.ts'
import { readersFor } from '../files/readers.ts'
import type { Terminal } from '../terminal.ts'
import { readTestFile } from './read-test-file.ts'

/** The mistakes in the test files that the arguments name, of those projects of which all configs were compiled. */
export async function checkTestFiles(
  patterns: readonly string[],
  compiled: readonly CompiledGroup[],
  memory: CompileMemory,
  terminal: Terminal,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = []
  for (const { root, files } of findTestFiles(terminal.folder, patterns).groups) {
    const project = compiled.find(each =>
      root === '' ? each.parts.manifest === undefined : each.root === root,
    )
    if (project === undefined || !project.isWhole) continue
    const { ids, plans, gateway, catalog } = project
    const subjects = { plans: new Map(ids.map(id => [id, plans.get(id)])), gateway, catalog }
    const readerOf = await readersFor(files, project.root, terminal.folder, memory.get(project.root)?.files)
    for (const path of files)
      diagnostics.push(...readTestFile(path, readerOf(path), subjects, terminal.folder).diagnostics)
  }
  return diagnostics
}
