// Writes files atomically: a full disk or a killed process never leaves a partial file.
import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createFolder } from '../../../runtime/stores/create-folder.ts'
import { describeFileError } from './read-file.ts'

/**
 * Writes a file via a temporary file and rename; returns an error message on failure. The file behind a link is written, with the permissions
 * that it has; a device or a pipe, such as /dev/stdout, is written to and stays what it is.
 */
export function writeAtomic(path: string, text: string): string | undefined {
  try {
    statSync(dirname(path))
  } catch (error) {
    return `${path} cannot be written: its folder ${describeFileError(error)}.`
  }
  let temporaryPath = `${path}.${process.pid}.tmp`
  try {
    if (isDevice(path)) {
      writeFileSync(path, text)
      return undefined
    }
    const earlier = statSync(path, { throwIfNoEntry: false })
    const target = earlier?.isFile() ? realpathSync(path) : path
    temporaryPath = `${target}.${process.pid}.tmp`
    writeFileSync(temporaryPath, text)
    if (earlier?.isFile()) chmodSync(temporaryPath, earlier.mode)
    renameSync(temporaryPath, target)
    return undefined
  } catch (error) {
    discard(temporaryPath)
    return `${path} cannot be written: it ${describeFileError(error)}.`
  }
}

/** Whether there is a device or a pipe, which has no files beside it. */
export function isDevice(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  return there !== undefined && !there.isFile() && !there.isDirectory()
}

function discard(temporaryPath: string): void {
  try {
    rmSync(temporaryPath, { force: true })
  } catch {
    // It was never created, for the reason that is returned.
  }
}

/** Writes files into a folder, by their names in it; a sentence where one exists, so that none is written, or where one cannot be written. */
export function writeNewFiles(
  files: ReadonlyMap<string, string>,
  root: string,
  onWritten: (name: string) => void = () => {},
): string | undefined {
  const existing = [...files.keys()].filter(name => existsSync(join(root, name)))
  if (existing.length > 0)
    return `Nothing was written: ${existing.join(', ')} already ${existing.length === 1 ? 'exists' : 'exist'}.`
  for (const [name, text] of files) {
    const fault = writeNewFile(join(root, name), text)
    if (fault !== undefined) return fault
    onWritten(name)
  }
  return undefined
}

/** Writes a file and creates its folder if needed; returns an error message on failure. */
export function writeNewFile(path: string, text: string): string | undefined {
  try {
    createFolder(dirname(path))
  } catch (error) {
    return `${dirname(path)} cannot be created: it ${describeFileError(error)}.`
  }
  return writeAtomic(path, text)
}
