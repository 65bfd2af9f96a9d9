// Loads the modules of custom checks into this process. Every file must be the one that was compiled.
import { pathToFileURL } from 'node:url'
import type { CheckFacts } from '../../../compiler/facts/catalog.ts'
import type { CustomCheckModule } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Check } from '../../guardrails/check.ts'
import { customCheckFacts } from '../../guardrails/custom/check-facts.ts'
import { readCustomCheck } from '../../guardrails/custom/read-custom-check.ts'
import type { Ports } from '../../values/ports.ts'
import { describeImportError } from './import-error.ts'
import { hookModules, type ModuleVerification, moduleUrl } from './module-hooks.ts'

export interface LoadedModule {
  readonly facts: CheckFacts
  readonly check: Check
}

/** The check, or all errors as sentences. */
export type LoadModule = (id: string, module: CustomCheckModule) => Promise<LoadedModule | readonly string[]>

/** Import timeout in milliseconds. */
const IMPORT_TIMEOUT_MS = 10_000

/** `folder`: base of the module paths, absolute. */
export function createModuleLoader(
  folder: string,
  { clock, hash }: Pick<Ports, 'clock' | 'hash'>,
): LoadModule {
  const root = pathToFileURL(`${folder}/`)
  const verifications = new Map<string, ModuleVerification>()
  return async (id, module) => {
    if (verifications.size === 0) hookModules(verifications)
    // Node caches modules permanently, failed ones too, so a reload needs a new URL.
    const loadId = `${hash(canonicalJson(module)).slice(0, 16)}-${verifications.size}`
    const verification = { folder: root, verify: linkVerify(module) }
    verifications.set(loadId, verification)
    const imported = await importWithin(moduleUrl(verification, module.module, loadId), clock)
    if (typeof imported === 'string') return [imported]
    const read = readCustomCheck(imported.exported)
    if (typeof read === 'string') return [read]
    const facts = customCheckFacts(id, read.declarations)
    return 'id' in facts ? { facts: { ...facts, module: module }, check: read.check } : facts
  }
}

const linkVerify =
  ({ files }: CustomCheckModule): ModuleVerification['verify'] =>
  (path, digest) => {
    const compiled = Object.hasOwn(files, path) ? files[path] : undefined
    if (compiled === digest) return undefined
    return compiled === undefined
      ? `It loads ${path}, which was not part of it when the plan was compiled.`
      : `${path} has changed since the plan was compiled.`
  }

/** The default export of a module, or an error as a sentence. */
const importWithin = (
  address: string,
  clock: Ports['clock'],
): Promise<{ readonly exported: unknown } | string> =>
  new Promise(resolve => {
    const stop = clock.after(IMPORT_TIMEOUT_MS, () =>
      resolve(`It did not finish loading within ${IMPORT_TIMEOUT_MS / 1000} seconds.`),
    )
    import(address)
      .then((module: { readonly default?: unknown }) => resolve({ exported: module.default }))
      .catch((error: unknown) => resolve(describeImportError(error)))
      .finally(stop)
  })
