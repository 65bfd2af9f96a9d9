// `portolan show`: one release with its configs, and the plan of one of them.

import { readBundle } from '../../../runtime/control/releases/compose-bundle.ts'
import { formatRelease } from '../../../runtime/control/releases/format-release.ts'
import { readHead, readRelease } from '../../../runtime/control/releases/release.ts'
import { readVersions, selectVersion } from '../../../runtime/control/releases/select-version.ts'
import { withoutControlsDeep } from '../../diagnostics/mask.ts'
import { printPlan } from '../../plan/print-plan.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { sha256 } from '../compile-groups.ts'
import { fitText } from '../layout/fit-text.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'

export const showCommand: Command = {
  usage: '[NUMBER | CONFIG@VERSION] [--store ADDRESS]',
  help: `Without an argument, the last release with the versions of its configs.

${STORE_HELP}`,
  options: STORE_OPTIONS,
  run: async ([target, ...others], values, terminal) => {
    const [, config, version] = /^([^@]+)@(\d+)$/.exec(target ?? '') ?? []
    if (others.length > 0 || (target !== undefined && config === undefined && !/^\d+$/.test(target)))
      return usageError(terminal, 'Name one release by its number, or one config as CONFIG@VERSION.', 'show')
    return await useStore({ name: 'show', values, terminal }, async (store, project, isJson) => {
      const missing = (what: string): number => {
        terminal.writeStderr(`The store ${store.name} has no ${what} of "${project}".`)
        return EXIT.findings
      }
      if (config !== undefined) {
        const selected = await selectVersion(store, project, config, Number(version))
        if (selected === undefined) return missing(`config ${config}@${version}`)
        const { bundle, errors } = await readBundle(store, project, selected.release, { hash: sha256 })
        const plan = bundle?.plans[config]
        if (plan === undefined) {
          terminal.writeStderr(errors?.join('\n') ?? `Release ${selected.release} lacks the config.`)
          return EXIT.findings
        }
        terminal.writeStdout(isJson ? JSON.stringify(plan) : printPlan(plan))
        return EXIT.clean
      }
      const number = target === undefined ? (await readHead(store, project)).latest : Number(target)
      const release = await readRelease(store, project, number)
      if (release === undefined) return missing(target === undefined ? 'release' : `release ${target}`)
      const versions = await readVersions(store, release)
      const served = Object.entries(versions).filter(([, { removed }]) => removed !== true)
      terminal.writeStdout(
        isJson
          ? JSON.stringify({ ...release, versions: Object.fromEntries(served) })
          : fitText(
              [
                formatRelease(withoutControlsDeep(release), []),
                ...served.map(([id, each]) => `      ${id}@${each.version}  ${each.digest.slice(0, 12)}`),
              ].join('\n'),
              terminal.width,
            ),
      )
      return EXIT.clean
    })
  },
}
