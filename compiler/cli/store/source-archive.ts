// The source files of a project as one compressed blob beside its bundle: what a release was made from, for people and for
// later versions of the compiler.
import { readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createFolder } from '../../../runtime/stores/create-folder.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { manifestsIn } from '../files/project-files.ts'
import { isReadableName } from '../files/project-names.ts'
import { describeFileError, readFileText } from '../files/read-file.ts'
import { writeAtomic } from '../files/write-file.ts'

/** Bytes of all files; a project of configs is far below it. */
const MAX_BYTES = 64 * 1024 * 1024

const SKIPPED = /^\.|^node_modules$|\.plan(\.map)?\.json$/

/** The manifest, everything readable in the folder of configs, and these files besides; or a sentence. */
export function archiveSources(
  root: string,
  configsFolder: string | undefined,
  files: readonly string[],
): Uint8Array | string {
  const paths = new Set([
    ...manifestsIn(root),
    ...(configsFolder === undefined ? [] : filesBelow(configsFolder)),
    ...files.map(path => resolve(root, path)),
  ])
  const contents: Record<string, string> = {}
  let bytes = 0
  for (const path of [...paths].sort()) {
    bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (bytes > MAX_BYTES) return `The sources are larger than ${MAX_BYTES / 1024 / 1024} MiB.`
    const { text, fault } = readFileText(path, MAX_BYTES)
    if (text === undefined) return fault
    contents[relative(root, path).split(sep).join('/')] = text
  }
  // Without a time, so that equal sources are one blob.
  return gzipSync(JSON.stringify(contents))
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(item => {
    if (SKIPPED.test(item.name)) return []
    const path = join(folder, item.name)
    if (item.isDirectory()) return filesBelow(path)
    return isReadableName(item.name) ? [path] : []
  })

/** The files of an archive by their paths, which are relative and have no step up. */
export function readArchive(archive: Uint8Array): ReadonlyMap<string, string> {
  const files = asObject(JSON.parse(gunzipSync(archive).toString('utf8')))
  return new Map(
    Object.entries(files).flatMap(([path, text]) =>
      typeof text === 'string' && isInside(path) ? [[path, text] as const] : [],
    ),
  )
}

const isInside = (path: string): boolean =>
  !path.startsWith('/') && !/^[a-z]:/i.test(path) && !path.split(/[\\/]/).includes('..')

/** Writes the files below a folder; returns a sentence on failure. */
export function extract(files: ReadonlyMap<string, string>, folder: string): string | undefined {
  for (const [path, text] of files) {
    const target = join(folder, path)
    try {
      createFolder(dirname(target))
    } catch (error) {
      return `${dirname(target)} cannot be created: it ${describeFileError(error)}.`
    }
    const fault = writeAtomic(target, text)
    if (fault !== undefined) return fault
  }
  return undefined
}
