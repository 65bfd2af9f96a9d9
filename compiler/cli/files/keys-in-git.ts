// Keys in files that git tracks, or that `git add` would add: every clone of the repository contains them.
import { execFileSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { KEY_PREFIX } from '../../../runtime/values/stored-keys.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { asterisks } from '../../diagnostics/mask.ts'
import { createDiagnostic, locationAt } from '../../read/create-diagnostic.ts'
import { readFileText } from './read-file.ts'
import { isInWorkingCopy, MAX_LISTED } from './search-folders.ts'

/** A key as `portolan key` and `portolan admin-key` make it. */
const KEY = new RegExp(`(?<![\\w-])${KEY_PREFIX}[\\w-]{43}(?![\\w-])`)
/** Bytes of files that hold little else than a key, such as `admin-key` and `.env`: others are not read. */
const [SMALLEST, LARGEST] = [KEY_PREFIX.length + 43, 1024]

/** The keys in the folders of projects; files are named relative to `folder`. */
export function keysInGit(roots: readonly string[], folder: string): readonly Diagnostic[] {
  const paths = new Set(roots.flatMap(root => filesOfGit(root).map(path => resolve(root, path))))
  return [...paths].sort().flatMap(path => keyIn(path, relative(folder, path)))
}

/** Whether git tracks a file, or would after `git add`. */
export const isTakenByGit = (path: string): boolean => filesOfGit(dirname(path), path).length > 0

/** What is tracked and what is neither tracked nor ignored; nothing outside of a working copy, or without git. */
function filesOfGit(folder: string, ...paths: readonly string[]): readonly string[] {
  if (!isInWorkingCopy(folder)) return []
  try {
    const listed = execFileSync(
      'git',
      [
        // A repository of others must not start programs.
        ...['-c', 'core.fsmonitor=false', '--literal-pathspecs'],
        ...['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...paths],
      ],
      { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: MAX_LISTED },
    )
    return listed.split('\0').filter(path => path !== '')
  } catch {
    return []
  }
}

function keyIn(path: string, name: string): readonly Diagnostic[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || found.size < SMALLEST || found.size > LARGEST) return []
  const { text = '' } = readFileText(path)
  const match = KEY.exec(text)
  if (match === null) return []
  const { index } = match
  const [key] = match
  // The frame of the diagnostic shows the line.
  const source = { name, text: text.replaceAll(new RegExp(KEY, 'g'), asterisks) }
  return [
    createDiagnostic(
      'key-in-git',
      locationAt(source, index, index + key.length),
      `The file "${name}" holds a key of a gateway, and git tracks the file or would with "git add". Add it to .gitignore, and replace the key if it was committed.`,
    ),
  ]
}
