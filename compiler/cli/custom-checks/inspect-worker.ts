// The worker thread that loads the module of a custom check, isolated because it may throw, hang or exit the process.
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { readCustomCheck } from '../../../runtime/guardrails/custom/read-custom-check.ts'
import { describeImportError } from '../../../runtime/stores/custom-checks/import-error.ts'
import {
  hookModules,
  type ModuleVerification,
  moduleUrl,
} from '../../../runtime/stores/custom-checks/module-hooks.ts'
import type { ModuleInspection } from './inspect-module.ts'

const LOAD_ID = 'examined'

async function inspect(folder: string, path: string): Promise<ModuleInspection> {
  const files = new Map<string, string>()
  const verification: ModuleVerification = {
    folder: pathToFileURL(`${folder}/`),
    verify: (file, digest) => void files.set(file, digest),
  }
  hookModules(new Map([[LOAD_ID, verification]]))
  try {
    const module = (await import(moduleUrl(verification, path, LOAD_ID))) as { readonly default?: unknown }
    const read = readCustomCheck(module.default)
    if (typeof read === 'string') return read
    return { declarations: read.declarations, module: { module: path, files: Object.fromEntries(files) } }
  } catch (error) {
    return describeImportError(error)
  }
}

const { folder, path } = workerData as { readonly folder: string; readonly path: string }
// Not awaited: Node.js would warn about an unsettled top-level await if the module never finishes.
void inspect(folder, path).then(inspection => parentPort?.postMessage(inspection))
