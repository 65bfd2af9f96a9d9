// The file of the request log, written by a worker thread: its lock, which other processes wait for, is never held
// while requests are served, and a slow disk delays none of them.
import { extname } from 'node:path'
import { StoreError } from '../control/core/store-error.ts'
import type { LogFileMethod } from './log-file-worker.ts'
import type { LogFileOptions } from './log-file-writer.ts'
import { openToOthers } from './private-files.ts'
import { startWorker } from './worker-thread.ts'

export interface LogFile {
  /** Appends whole lines; rejects when they were not written, and may be repeated then. */
  readonly append: (lines: string) => Promise<void>
  /** Closes the file until the next batch. */
  readonly release: () => Promise<void>
  readonly close: () => Promise<void>
}

const WORKER = new URL(`./log-file-worker${extname(import.meta.url)}`, import.meta.url)

/**
 * Rejects with a `StoreError` when the file cannot be opened or locked. A partial last line of a killed process is
 * removed. `warn` is called if others can reach the file.
 */
export async function openLogFile(
  options: LogFileOptions,
  warn: (sentence: string) => void = () => {},
): Promise<LogFile> {
  const worker = startWorker<LogFileMethod>({
    url: WORKER,
    data: options,
    subject: `The log file ${options.path}`,
    errorOf: ({ message }) => new StoreError('unavailable', message),
  })
  const request = async (method: LogFileMethod, ...parameters: readonly unknown[]): Promise<void> => {
    await worker.request(method, parameters)
  }
  await request('open').catch(async (error: unknown) => {
    await worker.close()
    throw error
  })
  const open = openToOthers(`The log file ${options.path}`, [options.path])
  if (open !== undefined) warn(open)
  return {
    append: lines => request('append', lines),
    release: () => request('release'),
    close: worker.close,
  }
}
