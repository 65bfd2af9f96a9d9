// Writes the fixes of findings into the files that they are about.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { applyFixes, type FixChoice } from '../../diagnostics/apply-fixes.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { readFileText } from './read-file-text.ts'
import { writeAtomic } from './write-atomic.ts'

export interface WrittenFixes {
  /** Names of files, with the number of fixes in each. */
  readonly files: ReadonlyMap<string, number>
  /** A sentence for each file that could not be written. */
  readonly faults: readonly string[]
}

/** Leaves a file alone that has changed since it was read. `folder` is the one that names of sources are relative to. */
export function writeFixes(
  diagnostics: readonly Diagnostic[],
  choice: FixChoice,
  folder: string,
): WrittenFixes {
  const files = new Map<string, number>()
  const faults: string[] = []
  for (const { source, text, count } of applyFixes(diagnostics, choice)) {
    const path = resolve(folder, source.name)
    if (count === 0 || text === source.text || readFileText(path).text !== source.text) continue
    // The file that a link leads to, not the link.
    const fault = writeAtomic(realpathSync(path), text)
    if (fault === undefined) files.set(source.name, count)
    else faults.push(fault)
  }
  return { files, faults }
}
