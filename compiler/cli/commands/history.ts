// `portolan history`: the releases of a project, the last first, and where labels point.

import { formatLabel, formatRelease } from '../../../runtime/control/releases/format-release.ts'
import { type Label, labelOf, readLabels } from '../../../runtime/control/releases/label.ts'
import { listReleases } from '../../../runtime/control/releases/release.ts'
import { withoutControlsDeep } from '../../diagnostics/mask.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'

export const historyCommand: Command = {
  usage: '[--limit COUNT] [--below NUMBER] [--store ADDRESS]',
  help: `  --limit COUNT      maximum number of releases; default 20
  --below NUMBER     releases with lower numbers
${STORE_HELP}`,
  options: { ...STORE_OPTIONS, limit: { type: 'string', default: '20' }, below: { type: 'string' } },
  run: async (positionals, values, terminal) => {
    const limit = Number(values['limit'])
    const below = values['below'] === undefined ? undefined : Number(values['below'])
    if (positionals.length > 0 || !(Number.isInteger(limit) && limit > 0 && limit <= 1000))
      return usageError(
        terminal,
        '--limit must be a number from 1 to 1000; the command takes no arguments.',
        'history',
      )
    if (below !== undefined && !(Number.isInteger(below) && below > 0))
      return usageError(terminal, '--below must be the number of a release.', 'history')
    return await useStore({ name: 'history', values, terminal }, async (store, project, isJson) => {
      const releases = await listReleases(store, project, {
        limit,
        ...(below === undefined ? {} : { below }),
      })
      const found = await readLabels(store, project)
      const labels = found.map((each): readonly [string, Label] => [
        each.id.slice(project.length + 1),
        labelOf(each),
      ])
      if (isJson) {
        terminal.writeStdout(JSON.stringify({ releases, labels: Object.fromEntries(labels) }))
        return EXIT.clean
      }
      const labelsOf = (number: number): readonly string[] =>
        labels.flatMap(([name, { selection }]) => (selection.release === number ? [name] : []))
      writeText(
        terminal,
        [
          ...releases.map(release => formatRelease(withoutControlsDeep(release), labelsOf(release.number))),
          ...(releases.length === 0 ? [`The store ${store.name} has no release of "${project}".`] : ['']),
          ...labels.map(([name, label]) => formatLabel(name, withoutControlsDeep(label))),
        ].join('\n'),
      )
      return EXIT.clean
    })
  },
}
