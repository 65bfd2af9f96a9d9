// Loads the modules of custom checks into this process. Every file must be the one that was compiled.
import { pathToFileURL } from 'node:url'
import type { CheckFacts } from '../../../compiler/catalog.ts'
import { canonical } from '../../../compiler/plan/canonical.ts'
import type { CustomCheckModule } from '../../../schemas/generated/types.ts'
import type { Check } from '../../guardrails/check.ts'
import { ownFacts } from '../../guardrails/own/own-facts.ts'
import { readOwnCheck } from '../../guardrails/own/read-own-check.ts'
import type { Ports } from '../../ports.ts'
import { importFault } from './import-fault.ts'
import { type Admission, hookModules, moduleAddress } from './module-hooks.ts'

export interface LoadedModule {
  readonly facts: CheckFacts
  readonly check: Check
}

/** The check, or all errors as sentences. */
export type LoadModule = (id: string, own: CustomCheckModule) => Promise<LoadedModule | readonly string[]>

/** Import timeout in milliseconds. */
const PATIENCE = 10_000

/** `folder`: base of the module paths, absolute. */
export function createModules(folder: string, { clock, hash }: Pick<Ports, 'clock' | 'hash'>): LoadModule {
  const root = pathToFileURL(`${folder}/`)
  const admissions = new Map<string, Admission>()
  return async (id, own) => {
    if (admissions.size === 0) hookModules(admissions)
    // Node caches modules permanently, failed ones too, so a reload needs a new URL.
    const mark = `${hash(canonical(own)).slice(0, 16)}-${admissions.size}`
    const admission = { folder: root, admit: admitOf(own) }
    admissions.set(mark, admission)
    const imported = await importWithin(moduleAddress(admission, own.module, mark), clock)
    if (typeof imported === 'string') return [imported]
    const read = readOwnCheck(imported.exported)
    if (typeof read === 'string') return [read]
    const facts = ownFacts(id, read.said)
    return 'id' in facts ? { facts: { ...facts, module: own }, check: read.check } : facts
  }
}

const admitOf =
  ({ files }: CustomCheckModule): Admission['admit'] =>
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
    const stop = clock.after(PATIENCE, () =>
      resolve(`It did not finish loading within ${PATIENCE / 1000} seconds.`),
    )
    import(address)
      .then((module: { readonly default?: unknown }) => resolve({ exported: module.default }))
      .catch((error: unknown) => resolve(importFault(error)))
      .finally(stop)
  })
