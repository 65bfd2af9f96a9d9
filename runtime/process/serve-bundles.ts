// Which bundle a process serves: it is replaced while the process runs, and built again once the control plane is there.
import type { Bundle } from '../../schemas/generated/types.ts'
import type { OpenSecrets } from '../stores/open-secrets.ts'
import type { Canary } from '../values/canary.ts'
import type { LoadedBundle } from './build-gateways.ts'
import type { ServedGateways } from './served-parts.ts'

export interface BundleSteps {
  readonly load: (next: Bundle, canary: Canary | undefined) => Promise<LoadedBundle | readonly string[]>
  readonly readSecrets: (next: Bundle, previous: OpenSecrets) => Promise<OpenSecrets>
  readonly build: (loaded: LoadedBundle, secrets: OpenSecrets) => ServedGateways | readonly string[]
  /** Loads the control plane and what it needs, once. */
  readonly loadControl: () => Promise<void>
  /** Called before a new bundle serves. */
  readonly onReplace: (next: Bundle, secrets: OpenSecrets) => void
  readonly swap: (served: ServedGateways) => void
}

export interface ServedBundle {
  /** Sentences where the next bundle is rejected and the previous one stays in use. */
  readonly replace: (next: Bundle, canary: Canary | undefined) => Promise<readonly string[]>
  /** Resolves once a gateway serves that has the control plane. */
  readonly loadControl: () => Promise<void>
  readonly stop: () => void
}

/** `isWhole`: the first gateway has the control plane. */
export function serveBundles(
  first: LoadedBundle,
  firstSecrets: OpenSecrets,
  isWhole: boolean,
  { load, readSecrets, build, loadControl, onReplace, swap }: BundleSteps,
): ServedBundle {
  let serving = first
  let secrets = firstSecrets
  let lacksControl = !isWhole
  const replace: ServedBundle['replace'] = async (next, canary) => {
    await loadControl()
    const loaded = await load(next, canary)
    if (!('custom' in loaded)) return loaded
    const nextSecrets = await readSecrets(next, secrets)
    const served = build(loaded, nextSecrets)
    if (!('main' in served)) {
      nextSecrets.stop()
      return served
    }
    secrets.stop()
    secrets = nextSecrets
    serving = loaded
    lacksControl = false
    onReplace(next, nextSecrets)
    swap(served)
    return []
  }
  /** As `replace`, with the bundle that serves already. */
  const complete = async (): Promise<void> => {
    await loadControl()
    if (!lacksControl) return
    const served = build(serving, secrets)
    if (!('main' in served)) throw new Error(served.join(' '))
    lacksControl = false
    swap(served)
  }
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: what was loaded last is in use. */
  const inTurn = <T>(action: () => Promise<T>): Promise<T> => {
    const done = last.then(action)
    last = done.catch(() => {})
    return done
  }
  let completing: Promise<void> | undefined
  return {
    replace: (next, canary) => inTurn(() => replace(next, canary)),
    loadControl: () => {
      completing ??= inTurn(complete)
      return completing
    },
    stop: () => secrets.stop(),
  }
}
