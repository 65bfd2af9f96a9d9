// Reads the files of a folder, those only that changed since the last time. Links are not followed.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asCount, asObject, isObject, parseJson } from '../../../../schemas/values/json.ts'
import { StoreError } from '../../../control/core/store-error.ts'
import { ifPresent } from './durable-file.ts'
import type { FolderFile } from './folder-view.ts'
import { resourceOfPath } from './resource-path.ts'

export interface ScannedFile extends FolderFile {
  readonly stamp: FileStamp
}

export interface FileStamp {
  /** Another one after every write that is not as recent as the time stamps of files are coarse. */
  readonly text: string
  /** Whether the file was written long enough before. */
  readonly isCertain: boolean
}

export type Scan = ReadonlyMap<string, ScannedFile>

/** A file that was written so shortly ago may be written again without a sign of it, in milliseconds. */
const UNCERTAIN = 100

/** `now` by the clock of the machine. */
export async function scanFolder(folder: string, before: Scan, now: number): Promise<Scan> {
  const found: [string, ScannedFile][] = []
  const visit = async (path: string): Promise<void> => {
    const items = (await ifPresent(readdir(join(folder, path), { withFileTypes: true }))) ?? []
    await Promise.all(
      items.map(async item => {
        const below = path === '' ? item.name : `${path}/${item.name}`
        if (item.isDirectory()) return await visit(below)
        const known = before.get(below)
        const named = item.isFile() ? (known ?? resourceOfPath(below)) : undefined
        if (named === undefined) return
        const stamp = await stampOf(join(folder, below), now)
        if (stamp === undefined) return
        if (known !== undefined && isSame(known.stamp, stamp)) found.push([below, known])
        else {
          const text = await ifPresent(readFile(join(folder, below), 'utf8'))
          if (text !== undefined)
            found.push([below, { kind: named.kind, id: named.id, ...readResource(text, below), stamp }])
        }
      }),
    )
  }
  await visit('')
  return new Map(found)
}

/** Undefined if there is no such file. */
export async function stampOf(path: string, now: number): Promise<FileStamp | undefined> {
  const found = await ifPresent(stat(path, { bigint: true }))
  if (found === undefined) return undefined
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = found
  return { text: [ino, size, mtimeNs, ctimeNs].join(), isCertain: now - Number(mtimeMs) > UNCERTAIN }
}

/** Whether a file is as it was when it had the first stamp. */
export const isSame = (one: FileStamp, other: FileStamp): boolean => one.isCertain && one.text === other.text

export function readResource(text: string, path: string): Omit<FolderFile, 'kind' | 'id'> {
  const read = asObject(parseJson(text))
  const value = read['value']
  if (!isObject(value))
    throw new StoreError(
      'unavailable',
      `The file ${path} of the store is not a resource: it must be JSON with an object as "value".`,
    )
  return { value, text: JSON.stringify(value), revision: asCount(read['revision']) ?? 0 }
}
