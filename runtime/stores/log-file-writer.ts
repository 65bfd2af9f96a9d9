// Writes the file of the request log, which processes of one machine may share. A batch is appended under a lock, so lines of two
// processes never mix and one process at a time renames full files. A write that failed in the middle, on a full disk, leaves nothing
// behind: the file is cut back, and the batch is written again later. A file that was moved, removed or truncated meanwhile, as by
// logrotate, is opened again by the next batch. While the lock is held, no other code of the thread runs.
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { escapeControls } from '../../schemas/values/json.ts'
import { StoreError } from '../control/core/store-error.ts'
import type { Clock } from '../values/ports.ts'
import { createFolder } from './create-folder.ts'
import { createFileLock, MAX_LOCK_WAIT } from './file-lock.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts'

export interface LogFileOptions {
  readonly path: string
  /** The size in bytes at which a new file is begun. */
  readonly maxBytes: number
  /** The number of full files that are retained. */
  readonly keep: number
  /** Milliseconds to wait for another process that writes. */
  readonly maxLockWait?: number
}

/** Its methods throw a `StoreError`, and must not overlap. */
export interface LogFileWriter {
  /** Checks that batches can be written. */
  readonly open: () => Promise<void>
  readonly append: (lines: string) => Promise<void>
  /** Closes the file until the next batch. */
  readonly release: () => void
  readonly close: () => void
}

const PERMISSIONS = 0o777

export function createLogFileWriter(options: LogFileOptions, clock: Clock): LogFileWriter {
  const { path, maxBytes, keep, maxLockWait = MAX_LOCK_WAIT } = options
  const folder = dirname(path)
  // Hidden, so that patterns such as `logs/*` of a rotating program leave it in place.
  const lockPath = join(folder, `.${basename(path)}.lock`)
  const subject = `The log file ${path}`
  const lock = createFileLock({ path: lockPath, subject, clock, maxWait: maxLockWait })
  let file: number | undefined
  /** The size that this process left behind: what others appended is examined. */
  let examined = 0

  const release = (): void => {
    const released = file
    file = undefined
    examined = 0
    if (released !== undefined) closeSync(released)
  }
  /** The file at the path, which ends with a whole line, and its size. */
  const openWhole = (mode = PRIVATE_FILE): { file: number; size: number } => {
    if (file !== undefined && !isSameFile(file, path)) release()
    file ??= openSync(path, 'a+', mode)
    const { size } = fstatSync(file)
    examined = size === examined ? size : cutBrokenLine(file, size)
    return { file, size: examined }
  }
  const write = (bytes: Buffer): void => {
    let opened = openWhole()
    if (opened.size > 0 && opened.size + bytes.length > maxBytes) {
      // A reader of one file may read the next one.
      const { mode } = fstatSync(opened.file)
      rotate(path, keep)
      opened = openWhole(mode & PERMISSIONS)
    }
    try {
      for (let written = 0; written < bytes.length; )
        written += writeSync(opened.file, bytes, written, bytes.length - written)
    } catch (error) {
      // Never longer than it is: another program may have truncated it.
      if (fstatSync(opened.file).size > opened.size) ftruncateSync(opened.file, opened.size)
      throw error
    }
    examined = opened.size + bytes.length
  }
  const locked = async (action: () => void): Promise<void> => {
    try {
      createFolder(folder, PRIVATE_FOLDER)
      // Before the lock: a path that cannot be that of a file gets none.
      file ??= openSync(path, 'a+', PRIVATE_FILE)
      await lock.hold(async () => action())
    } catch (error) {
      throw errorOf(error, subject, lockPath)
    }
  }
  return {
    open: () => locked(() => openWhole()),
    append: lines => locked(() => write(Buffer.from(escapeControls(lines)))),
    release,
    close: () => {
      release()
      lock.close()
    },
  }
}

function errorOf(error: unknown, subject: string, lockPath: string): unknown {
  if (!(error instanceof Error && 'code' in error) || error instanceof StoreError) return error
  return new StoreError(
    'unavailable',
    error.code === 'ERR_SQLITE_ERROR'
      ? `${subject} cannot be locked: ${lockPath} must be a file that can be created and locked (${error.message}).`
      : `${subject} cannot be written (${error.code}).`,
  )
}

function isSameFile(file: number, path: string): boolean {
  const mine = fstatSync(file, { bigint: true })
  const present = statSync(path, { bigint: true, throwIfNoEntry: false })
  return mine.ino === present?.ino && mine.dev === present.dev
}

/**
 * Renames the full file to number 1, and those with numbers to the next ones, up to the first number that is free. Those that another
 * program moves or removes meanwhile are left out.
 */
function rotate(path: string, keep: number): void {
  const ending = extname(path)
  const numbered = (number: number): string =>
    number === 0 ? path : `${path.slice(0, path.length - ending.length)}.${number}${ending}`
  let free = 1
  while (free <= keep && statSync(numbered(free), { throwIfNoEntry: false }) !== undefined) free += 1
  if (free > keep) {
    rmSync(numbered(keep), { force: true })
    free = keep
  }
  for (let number = free - 1; number >= 0; number -= 1)
    try {
      renameSync(numbered(number), numbered(number + 1))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
}

const NEW_LINE = 10
/** Longer lines than this are not searched for at the end of a file. */
const MAX_LINE = 1_048_576

/**
 * Cuts off what follows the last line break: while the lock is held, nothing else completes that line. Returns the size that is left.
 * A longer line than is searched for is ended instead.
 */
function cutBrokenLine(file: number, size: number): number {
  for (const length of [1, MAX_LINE]) {
    const end = Buffer.alloc(Math.min(size, length))
    readSync(file, end, 0, end.length, size - end.length)
    const whole = end.lastIndexOf(NEW_LINE) + 1
    if (end.length > 0 && whole === end.length) return size
    if (whole === 0 && end.length < size) continue
    ftruncateSync(file, size - end.length + whole)
    return size - end.length + whole
  }
  writeSync(file, '\n')
  return size + 1
}
