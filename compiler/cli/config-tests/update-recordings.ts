// Writes what cases did into their files, where they are to be compared with what was recorded.
import { pluralize } from '../../../schemas/values/format-names.ts'
import { readersFor } from '../files/readers.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import type { Terminal } from '../terminal.ts'
import type { FileResult, GroupResult } from './run-test-group.ts'
import { writeRecordings } from './write-recordings.ts'

/** Returns the number of cases that were written. */
export async function updateRecordings(results: readonly GroupResult[], terminal: Terminal): Promise<number> {
  let count = 0
  for (const file of results.flatMap(({ files }) => files)) count += await updateFile(file, terminal)
  return count
}

async function updateFile({ name, path, file, cases }: FileResult, terminal: Terminal): Promise<number> {
  const recorded = cases.flatMap(({ at, recording, problems }) =>
    // What a simulation cannot know is not recorded.
    recording === undefined || problems.length > 0 ? [] : [{ at, recording }],
  )
  if (file === undefined || recorded.length === 0) return 0
  if (path.endsWith('.ts')) {
    terminal.writeStderr(
      `${name} cannot be updated, because it is a program: write what its cases expect, or have them in YAML.`,
    )
    return 0
  }
  const readerOf = await readersFor([path], terminal.folder, terminal.folder)
  const text = writeRecordings(file.parsed, recorded, readerOf(path))
  const fault =
    text === undefined
      ? `${name} cannot be updated: its cases share parts by anchors. Write "recorded" where --update can replace it.`
      : writeAtomic(path, text)
  terminal.writeStderr(fault ?? `${name}: recorded ${pluralize(recorded.length, 'case')}`)
  return fault === undefined ? recorded.length : 0
}
