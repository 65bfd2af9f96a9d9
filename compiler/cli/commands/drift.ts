// `portolan drift`: whether what runs is what git has, for CI.
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { type Label, readLabel } from '../../../runtime/control/releases/label.ts'
import { type Release, readRelease } from '../../../runtime/control/releases/release.ts'
import { savedInGateway, savedInStore } from '../../../runtime/control/releases/saved-objects.ts'
import { printable } from '../../diagnostics/mask.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { LIVE_OPTIONS } from '../diff/live-side.ts'
import { findDrift, type LiveState } from '../drift/find-drift.ts'
import { chooseFormat, chooseFormatUsage, FORMAT_OPTION, formatHelp } from '../formats/formats.ts'
import { writeText } from '../layout/fit-text.ts'
import { openGatewayLogs } from '../logs/gateway-logs.ts'
import { onStderr, printFindings } from '../print-diagnostics.ts'
import { provenance, sourcesOfGroup } from '../store/provenance.ts'
import { twoStores, withGateway } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'

const FORMS = ['terraform']

export const driftCommand: Command = {
  usage: `[PROJECT] [--store ADDRESS | --gateway URL] [--commit HASH] ${FORMAT_OPTION}`,
  help: `Compares what runs with git: objects that were saved by API and that "external" of the manifest does not list, and releases
under the label that were pushed from another commit, with uncommitted changes or from no commit. A release with exactly
the plan of this commit matches, even if it was pushed from an earlier one.

  --store ADDRESS   the store; default: the variable PORTOLAN_STORE, then the manifest
  --gateway URL     a running gateway, its key in PORTOLAN_API_KEY
  --project NAME    the project within the store; default main
  --label NAME      the label that runtimes follow; default live
  --commit HASH     the commit to compare with; default: that of CI or of the repository
${formatHelp(18)}
                    terraform one flat JSON object of strings; drift is in it and in no exit code

Exit codes: 0 nothing drifted, 1 findings, or the store cannot be read.`,
  options: { ...LIVE_OPTIONS, commit: { type: 'string' }, format: { type: 'string', default: 'pretty' } },
  run: async (positionals, values, terminal) => {
    const format = chooseFormat(values['format'], FORMS)
    if (format === undefined) return usageError(terminal, chooseFormatUsage(FORMS), 'drift')
    const both = twoStores(values)
    if (both !== undefined) return usageError(terminal, both, 'drift')
    const [path = '.'] = positionals
    const place = resolve(terminal.folder, path)
    const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
    const root = isFolder ? place : dirname(place)
    if (provenance({}, values['commit'], terminal, { root }).commit === undefined)
      return usageError(
        terminal,
        'The project is in no git repository: name the commit with --commit.',
        'drift',
      )
    const group = await compileOne(positionals, 'drift', terminal)
    if (typeof group === 'number') return group
    const isSource = sourcesOfGroup(group, terminal.folder)
    const { commit = '' } = provenance({}, values['commit'], terminal, {
      root: group.root || terminal.folder,
      isSource,
    })
    if (group.bundle === undefined) {
      const errors = group.diagnostics.filter(({ severity }) => severity === 'error')
      return format.form === 'terraform'
        ? printFindings({ diagnostics: errors, configs: group.configs }, 'one-line', onStderr(terminal))
        : printFindings({ diagnostics: errors, configs: group.configs }, format.findings, terminal)
    }
    const { bundle } = group
    const command = {
      ...{ name: 'drift', values: withGateway(values), terminal, paths: positionals },
      printsFindings: true,
    } as const
    return await useStore(command, async (store, project) => {
      const labelName = String(values['label'])
      const label = await readLabel(store, project, labelName)
      const live: LiveState = {
        store: store.name,
        labelName,
        label,
        releases: label === undefined ? [] : await releasesOf(store, project, label),
        objects:
          store.holds === 'all'
            ? await savedInStore(store)
            : await savedInGateway(openGatewayLogs(store.name, terminal.environment)),
      }
      const external = group.gateway?.external ?? []
      const diagnostics = findDrift(live, { commit, digest: bundle.digest, external })
      const { selection } = label ?? {}
      if (format.form === 'terraform') {
        terminal.writeStdout(
          JSON.stringify({
            drifted: String(diagnostics.length > 0),
            findings: String(diagnostics.length),
            codes: [...new Set(diagnostics.map(({ code }) => code))].join(','),
            messages: diagnostics.map(({ message }) => message).join('\n'),
            live_release: selection === undefined ? '' : String(selection.release),
            live_digest: live.releases[0]?.digest ?? '',
            live_commit: live.releases[0]?.pushed.commit ?? '',
            commit,
            digest: bundle.digest,
          }),
        )
        return EXIT.clean
      }
      if (diagnostics.length === 0 && format.findings === 'pretty') {
        writeText(
          terminal,
          `Nothing has drifted: release ${selection?.release} in ${store.name} is of the commit ${printable(commit.slice(0, 12))}.`,
        )
        return EXIT.clean
      }
      return printFindings({ diagnostics, configs: group.configs }, format.findings, terminal)
    })
  },
}

/** The release of the label first, then those of single configs and of the canary. */
async function releasesOf(
  store: ResourceStore,
  project: string,
  { selection: { release, configs = {}, canary } }: Label,
): Promise<readonly Release[]> {
  const single = Object.values(configs).flatMap(selected => (selected === null ? [] : [selected.release]))
  const numbers = new Set([release, ...single, ...(canary === undefined ? [] : [canary.release])])
  const found = await Promise.all([...numbers].map(number => readRelease(store, project, number)))
  return found.filter(each => each !== undefined)
}
