// The custom checks of a bundle, loaded together with it. Unchanged modules are not reloaded, since Node never
// unloads a module.
import type { CheckFacts } from '../../../compiler/catalog.ts'
import { canonical } from '../../../compiler/plan/canonical.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import type { Check } from '../../guardrails/check.ts'
import { linkedOwnCheck } from '../../guardrails/own/linked-own-check.ts'
import type { Ports } from '../../ports.ts'
import { createModules, type LoadedModule } from './load-module.ts'

export interface OwnChecks {
  readonly facts: readonly CheckFacts[]
  readonly check: (id: string) => Check | undefined
  /** Sentences about uses that could not be linked so far. */
  readonly unlinked: () => readonly string[]
}

/** Configs in headers can add an unlimited number of uses. */
const MOST_UNLINKED = 20

/** Loads the modules of a gateway, or returns errors as sentences. `folder`: base of the module paths. */
export function createOwnChecks(
  folder: string,
  ports: Pick<Ports, 'clock' | 'hash'>,
): (gateway: Gateway) => Promise<OwnChecks | readonly string[]> {
  const load = createModules(folder, ports)
  let kept: ReadonlyMap<string, LoadedModule> = new Map()
  return async ({ checks = {} }) => {
    const faults: string[] = []
    const next = new Map<string, LoadedModule>()
    for (const [id, own] of Object.entries(checks)) {
      const key = canonical([id, own])
      const loaded = kept.get(key) ?? (await load(id, own))
      if ('facts' in loaded) next.set(key, loaded)
      else faults.push(...loaded.map(fault => `The check "${id}" of ${own.module} cannot be used. ${fault}`))
    }
    if (faults.length > 0) return faults
    kept = next
    return linked([...next.values()])
  }
}

function linked(modules: readonly LoadedModule[]): OwnChecks {
  const unlinked: string[] = []
  const told = (sentence: string): void => {
    if (unlinked.length < MOST_UNLINKED) unlinked.push(sentence)
  }
  const byId = new Map(
    modules.map(({ facts: { id }, check }) => [id, linkedOwnCheck(id, check, told)] as const),
  )
  return {
    facts: modules.map(({ facts }) => facts),
    check: id => byId.get(id),
    unlinked: () => unlinked,
  }
}
