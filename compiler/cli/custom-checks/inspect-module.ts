// Loads the module of a custom check in a worker thread with a timeout: a module that never finishes loading must not
// block the command.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CheckDeclarations } from '../../../runtime/guardrails/custom/read-custom-check.ts'
import type { CustomCheckModule } from '../../../schemas/generated/types.ts'

/** The declarations of the module, or an error message. */
export type ModuleInspection =
  | { readonly declarations: CheckDeclarations; readonly module: CustomCheckModule }
  | string

/** The timeout for loading one module, in milliseconds. */
const LOAD_TIMEOUT_MS = 5000

/** `path` is relative to `folder`, which is absolute. */
export async function inspectModule(
  folder: string,
  path: string,
  timeoutMs = LOAD_TIMEOUT_MS,
): Promise<ModuleInspection> {
  const thread = new URL(`./inspect-worker${extname(import.meta.url)}`, import.meta.url)
  // Standard output belongs to the command; the output of the module goes to standard error.
  const worker = new Worker(thread, { workerData: { folder, path }, stdout: true })
  worker.stdout.pipe(process.stderr, { end: false })
  try {
    return await new Promise<ModuleInspection>(resolve => {
      const timer = setTimeout(
        () => resolve(`It did not load within ${timeoutMs / 1000} seconds: it does not terminate.`),
        timeoutMs,
      )
      worker.once('message', (inspection: ModuleInspection) => resolve(inspection))
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
