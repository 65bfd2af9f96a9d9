// The file of the request log. A write that failed in the middle, on a full disk, leaves nothing behind: the file is cut back to
// what was whole, and the batch is written again later. Full files are renamed, so that readers follow by name.
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { createFolder } from './create-folder.ts'

export interface LogFile {
  /** Appends lines; rejects when they could not be written whole. Calls must not overlap. */
  readonly append: (lines: string) => Promise<void>
  readonly close: () => Promise<void>
}

export interface LogFileOptions {
  readonly path: string
  /** The size in bytes at which a new file is begun. */
  readonly maxBytes: number
  /** The number of full files that are kept. */
  readonly keep: number
}

/** Rejects when the file cannot be opened. What a killed process left of a last line is cut off. */
export async function openLogFile({ path, maxBytes, keep }: LogFileOptions): Promise<LogFile> {
  createFolder(dirname(path))
  const ending = extname(path)
  const numbered = (number: number): string =>
    `${path.slice(0, path.length - ending.length)}.${number}${ending}`
  let { file, size } = await openWhole(path)

  const rotate = async (): Promise<void> => {
    await rm(numbered(keep), { force: true })
    for (let number = keep - 1; number >= 1; number -= 1)
      await rename(numbered(number), numbered(number + 1)).catch(ignoreMissing)
    if (keep === 0) await rm(path, { force: true })
    else await rename(path, numbered(1))
    const full = file
    ;({ file, size } = await openWhole(path))
    await full.close()
  }
  return {
    append: async lines => {
      const bytes = Buffer.from(lines)
      if (size > 0 && size + bytes.length > maxBytes) await rotate()
      try {
        for (let written = 0; written < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, written, bytes.length - written, size + written)
          written += bytesWritten
        }
      } catch (error) {
        await file.truncate(size).catch(() => {})
        throw error
      }
      size += bytes.length
    },
    close: () => file.close(),
  }
}

const NEW_LINE = 10
/** Longer lines than this are not looked for at the end of a file. */
const MAX_LINE = 1_048_576

async function openWhole(path: string): Promise<{ file: FileHandle; size: number }> {
  // Never truncates what is there, and reads its end.
  const file = await open(path, 'a+').then(async created => {
    await created.close()
    return await open(path, 'r+')
  })
  const { size } = await file.stat()
  const length = Math.min(size, MAX_LINE)
  const end = Buffer.alloc(length)
  await file.read(end, 0, length, size - length)
  const whole = size - length + end.lastIndexOf(NEW_LINE) + 1
  const isWhole = size === 0 || whole === size || length === MAX_LINE
  if (!isWhole) await file.truncate(whole)
  return { file, size: isWhole ? size : whole }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
