// The custom checks of a bundle, loaded together with it. Unchanged modules are not reloaded, since Node never
// unloads a module.
import type { CheckFacts } from '../../../compiler/facts/catalog.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Check } from '../../guardrails/check.ts'
import { linkCustomCheck } from '../../guardrails/custom/link-custom-check.ts'
import type { Ports } from '../../values/ports.ts'
import { createModuleLoader, type LoadedModule } from './load-module.ts'

export interface CustomChecks {
  readonly facts: readonly CheckFacts[]
  readonly check: (id: string) => Check | undefined
  /** Sentences about uses that could not be linked so far. */
  readonly unlinked: () => readonly string[]
}

/** Configs in headers can add an unlimited number of uses. */
const MAX_UNLINKED = 20

/** Loads the modules of a gateway, or returns errors as sentences. `folder`: base of the module paths. */
export function createCustomCheckLoader(
  folder: string,
  ports: Pick<Ports, 'clock' | 'hash'>,
): (gateway: Gateway) => Promise<CustomChecks | readonly string[]> {
  const load = createModuleLoader(folder, ports)
  let loadedModules: ReadonlyMap<string, LoadedModule> = new Map()
  return async ({ checks = {} }) => {
    const faults: string[] = []
    const next = new Map<string, LoadedModule>()
    for (const [id, module] of Object.entries(checks)) {
      const key = canonicalJson([id, module])
      const loaded = loadedModules.get(key) ?? (await load(id, module))
      if ('facts' in loaded) next.set(key, loaded)
      else
        faults.push(...loaded.map(fault => `The check "${id}" of ${module.module} cannot be used. ${fault}`))
    }
    if (faults.length > 0) return faults
    loadedModules = next
    return linkModules([...next.values()])
  }
}

function linkModules(modules: readonly LoadedModule[]): CustomChecks {
  const unlinked: string[] = []
  const reportUnlinked = (sentence: string): void => {
    if (unlinked.length < MAX_UNLINKED) unlinked.push(sentence)
  }
  const byId = new Map(
    modules.map(({ facts: { id }, check }) => [id, linkCustomCheck(id, check, reportUnlinked)] as const),
  )
  return {
    facts: modules.map(({ facts }) => facts),
    check: id => byId.get(id),
    unlinked: () => unlinked,
  }
}
