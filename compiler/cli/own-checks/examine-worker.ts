// The worker thread that loads the module of a custom check, isolated because it may throw, hang or exit the process.
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { readOwnCheck } from '../../../runtime/guardrails/own/read-own-check.ts'
import { importFault } from '../../../runtime/stores/own-checks/import-fault.ts'
import {
  type Admission,
  hookModules,
  moduleAddress,
} from '../../../runtime/stores/own-checks/module-hooks.ts'
import type { Examined } from './examine-module.ts'

const MARK = 'examined'

async function examine(folder: string, path: string): Promise<Examined> {
  const files = new Map<string, string>()
  const admission: Admission = {
    folder: pathToFileURL(`${folder}/`),
    admit: (file, digest) => void files.set(file, digest),
  }
  hookModules(new Map([[MARK, admission]]))
  try {
    const module = (await import(moduleAddress(admission, path, MARK))) as { readonly default?: unknown }
    const read = readOwnCheck(module.default)
    if (typeof read === 'string') return read
    return { said: read.said, module: { module: path, files: Object.fromEntries(files) } }
  } catch (error) {
    return importFault(error)
  }
}

const { folder, path } = workerData as { readonly folder: string; readonly path: string }
// Not awaited: Node.js would warn about an unsettled top-level await if the module never finishes.
void examine(folder, path).then(examined => parentPort?.postMessage(examined))
