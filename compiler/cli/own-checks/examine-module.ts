// Loads the module of a custom check in a worker thread with a timeout: a module that never finishes loading must not
// block the command.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Said } from '../../../runtime/guardrails/own/read-own-check.ts'
import type { CustomCheckModule } from '../../../schemas/generated/types.ts'

/** The declarations of the module, or an error message. */
export type Examined = { readonly said: Said; readonly module: CustomCheckModule } | string

/** The timeout for loading one module, in milliseconds. */
const PATIENCE = 5000

/** `path` is relative to `folder`, which is absolute. */
export async function examineModule(folder: string, path: string, patience = PATIENCE): Promise<Examined> {
  const thread = new URL(`./examine-worker${extname(import.meta.url)}`, import.meta.url)
  // Standard output belongs to the command; the output of the module goes to standard error.
  const worker = new Worker(thread, { workerData: { folder, path }, stdout: true })
  worker.stdout.pipe(process.stderr, { end: false })
  try {
    return await new Promise<Examined>(resolve => {
      const timer = setTimeout(
        () => resolve(`It did not load within ${patience / 1000} seconds: it does not terminate.`),
        patience,
      )
      worker.once('message', (examined: Examined) => resolve(examined))
      // Anything thrown outside of the import itself.
      worker.once('error', () => resolve('An asynchronous operation failed while it was loading.'))
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve('It does not finish loading: it awaits something that never settles, or exits the process.')
      })
    })
  } finally {
    worker.stdout.unpipe(process.stderr)
    await worker.terminate()
  }
}
