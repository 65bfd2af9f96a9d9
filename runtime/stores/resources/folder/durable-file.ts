// Files that are there as a whole or not at all, also after a loss of power.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../private-files.ts'

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const ABSENT = new Set(['ENOENT', 'ENOTDIR'])

/** Undefined if there is no such file. */
export const ifPresent = async <Value>(value: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await value
  } catch (error) {
    if (ABSENT.has(codeOf(error))) return undefined
    throw error
  }
}

export const textIfPresent = async (path: string): Promise<string | undefined> =>
  await ifPresent(readFile(path, 'utf8'))

/** Written under a name of its own first; `temporary` is on the same file system. */
export async function replaceFile(
  path: string,
  contents: string | Uint8Array,
  temporary: string,
): Promise<void> {
  await mkdir(dirname(temporary), { recursive: true, mode: PRIVATE_FOLDER })
  const file = await open(temporary, 'w', PRIVATE_FILE)
  try {
    await file.writeFile(contents)
    await file.sync()
  } finally {
    await file.close()
  }
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  await rename(temporary, path)
}

export const removeFile = async (path: string): Promise<void> => await rm(path, { force: true })

/** Makes names in a folder durable, which those of files are not by themselves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
