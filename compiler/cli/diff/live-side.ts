// The side of a comparison that runs: what a store, or a running gateway, serves under a label. A canary is not part of it.
import { composeBundle } from '../../../runtime/control/releases/compose-bundle.ts'
import { LIVE, readLabel, type Selection } from '../../../runtime/control/releases/label.ts'
import { withoutCanary } from '../../../runtime/control/releases/label-stack.ts'
import { EXIT } from '../command.ts'
import { sha256 } from '../compile-groups.ts'
import { STORE_OPTIONS, withGateway } from '../store/store-options.ts'
import { type StoreCommand, useStore } from '../store/use-store.ts'
import type { LoadedSide } from './load-side.ts'

/** The options of commands that look at what runs. Their formats are their own. */
export const LIVE_OPTIONS = {
  store: STORE_OPTIONS.store,
  gateway: { type: 'string' },
  project: STORE_OPTIONS.project,
  label: { type: 'string', default: LIVE },
} as const

export interface LiveSide extends LoadedSide {
  readonly digest: string
  readonly project: string
  readonly label: string
  readonly selection: Selection
  /** The address without credentials. */
  readonly store: string
}

/** The side, or undefined after the reason was printed. The paths are of the project whose manifest names the store. */
export async function loadLiveSide(
  command: Pick<StoreCommand, 'name' | 'values' | 'terminal' | 'paths'>,
): Promise<LiveSide | undefined> {
  const { values, terminal } = command
  let side: LiveSide | undefined
  const reading = { ...command, values: withGateway(values), printsFindings: true } as const
  await useStore(reading, async (store, project) => {
    const label = String(values['label'])
    const found = await readLabel(store, project, label)
    const selection = found && withoutCanary(found.selection)
    const composed =
      selection && (await composeBundle(store, project, label, { selection }, { hash: sha256 }))
    if (found === undefined || composed?.bundle === undefined) {
      const errors = composed?.errors ?? [
        `The store ${store.name} has no label "${label}" of the project "${project}": portolan push --promote makes it.`,
      ]
      for (const error of errors) terminal.writeStderr(error)
      return EXIT.findings
    }
    const { bundle } = composed
    side = {
      gateway: bundle.gateway,
      prompts: bundle.prompts ?? {},
      plans: new Map(Object.entries(bundle.plans)),
      manifest: { name: store.name, text: '' },
      sources: new Map(),
      digest: bundle.digest,
      project,
      label,
      selection: found.selection,
      store: store.name,
    }
    return EXIT.clean
  })
  return side
}
