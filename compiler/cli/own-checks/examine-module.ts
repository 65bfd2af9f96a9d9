// What the module of a check says of itself, found out in a thread of its own within a limit of time: a module that never
// comes to its end must not keep a command from ending.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Said } from '../../../runtime/guardrails/own/read-own-check.ts'
import type { CustomCheckModule } from '../../../schemas/generated/types.ts'

/** What was found, or a sentence that says why nothing was. */
export type Examined = { readonly said: Said; readonly module: CustomCheckModule } | string

/** Milliseconds for loading one module. */
const PATIENCE = 5000

/** `path` lies below the folder, which is absolute. */
export async function examineModule(folder: string, path: string, patience = PATIENCE): Promise<Examined> {
  const thread = new URL(`./examine-worker${extname(import.meta.url)}`, import.meta.url)
  // Standard output is that of the command; what the module says there goes where complaints go.
  const worker = new Worker(thread, { workerData: { folder, path }, stdout: true })
  worker.stdout.pipe(process.stderr, { end: false })
  try {
    return await new Promise<Examined>(resolve => {
      const timer = setTimeout(
        () => resolve(`It was not loaded within ${patience / 1000} seconds: it never comes to its end.`),
        patience,
      )
      worker.once('message', (examined: Examined) => resolve(examined))
      // What is thrown outside of the import itself; it may be anything.
      worker.once('error', () => resolve('Something that it began failed while it was loaded.'))
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve('It never comes to its end: it waits for what does not come, or ends the process.')
      })
    })
  } finally {
    worker.stdout.unpipe(process.stderr)
    await worker.terminate()
  }
}
