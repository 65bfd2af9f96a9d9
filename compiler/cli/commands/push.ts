// `portolan push`: compiles a project and stores it as the next release, which runtimes pick up once it is promoted.

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { formatChanges, formatRelease } from '../../../runtime/control/releases/format-release.ts'
import { type PushResult, pushRelease } from '../../../runtime/control/releases/push-release.ts'
import { createSigner } from '../../../runtime/stores/signing-keys.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { withoutControlsDeep } from '../../diagnostics/mask.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import {
  type ChosenFormat,
  chooseFormat,
  chooseFormatUsage,
  FORMAT_OPTION,
  findingsHelp,
} from '../formats/formats.ts'
import { writeText } from '../layout/fit-text.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import { openSources } from '../store/open-sources.ts'
import { PROVENANCE_HELP, PROVENANCE_OPTIONS, provenance, sourcesOfGroup } from '../store/provenance.ts'
import { readSigningKey, SIGNING_HELP, SIGNING_OPTIONS } from '../store/signing.ts'
import { archiveSources } from '../store/source-archive.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { type UseStore, useStore } from '../store/use-store.ts'
import type { Terminal } from '../terminal.ts'

const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const FORMS = ['pretty', 'json']

export const pushCommand: Command = {
  usage: `[PROJECT | --recompile NUMBER] [--promote] [--replaces NUMBER] [--store ADDRESS] ${FORMAT_OPTION}`,
  help: `Stores the compiled project, with its sources, as the next release. Nothing is stored if there are errors. Runtimes that follow the
store serve it once the label live points to it: immediately with --promote, otherwise after "portolan promote".

  --promote          also move the label live to it, atomically
  --replaces NUMBER  fail if the last release is not this one
  --recompile NUMBER compile the stored sources of this release instead of a project, for runtimes that no longer read its format
  --deny-warnings    store nothing if there are warnings
  --commit HASH      the commit of the sources; default: that of CI or of the repository
${PROVENANCE_HELP}
${SIGNING_HELP}
${STORE_HELP}: the release, with the findings;
${findingsHelp(19, FORMS)},
                     and the release on standard error`,
  options: {
    ...STORE_OPTIONS,
    ...PROVENANCE_OPTIONS,
    ...SIGNING_OPTIONS,
    promote: { type: 'boolean' },
    replaces: { type: 'string' },
    recompile: { type: 'string' },
    commit: { type: 'string' },
    'deny-warnings': { type: 'boolean' },
  },
  run: async (positionals, values, terminal) => {
    if (chooseFormat(values['format'], FORMS) === undefined)
      return usageError(terminal, chooseFormatUsage(FORMS), 'push')
    const replaces = values['replaces'] === undefined ? undefined : Number(values['replaces'])
    if (replaces !== undefined && !(Number.isInteger(replaces) && replaces >= 0))
      return usageError(terminal, '--replaces must be the number of a release; 0 for none.', 'push')
    const recompiled = values['recompile']
    if (recompiled === undefined) {
      const group = await compileOne(positionals, 'push', terminal)
      return typeof group === 'number'
        ? group
        : await pushGroup(group, values, terminal, (push: UseStore) =>
            useStore({ name: 'push', values, terminal, group, printsFindings: true }, push),
          )
    }
    if (positionals.length > 0 || !/^\d+$/.test(String(recompiled)))
      return usageError(
        terminal,
        '--recompile takes the number of a release, and no project beside it.',
        'push',
      )
    const command = { name: 'push', values, terminal, printsFindings: true } as const
    return await useStore(command, async (store, project, isJson) => {
      const kept = await openSources(store, project, Number(recompiled))
      if (typeof kept === 'string') {
        terminal.writeStderr(`Nothing was pushed. ${kept}`)
        return EXIT.findings
      }
      try {
        const place = { ...terminal, folder: kept.folder }
        const group = await compileOne([], 'push', place)
        return typeof group === 'number'
          ? group
          : await pushGroup(
              group,
              values,
              terminal,
              push => push(store, project, isJson),
              place,
              values['commit'] ?? kept.commit ?? false,
            )
      } finally {
        kept.remove()
      }
    })
  },
}

/** Stores what was compiled. `place` has the folder that its paths are relative to. */
async function pushGroup(
  group: CompiledGroup,
  values: OptionValues,
  terminal: Terminal,
  withStore: (push: UseStore) => Promise<number>,
  place: Pick<Terminal, 'folder'> = terminal,
  commit: OptionValues[string] | false = values['commit'],
): Promise<number> {
  const replaces = values['replaces'] === undefined ? undefined : Number(values['replaces'])
  const { bundle, diagnostics, configs } = group
  const { form, findings }: ChosenFormat = chooseFormat(values['format'], FORMS) ?? { findings: 'pretty' }
  const denied =
    values['deny-warnings'] === true && diagnostics.some(({ severity }) => severity === 'warning')
  const isRefused = bundle === undefined || hasErrors(diagnostics) || denied
  // A release has them in its JSON; findings are a document of their own where they are printed instead of it, or there is none.
  if (form === undefined || (form === 'json' && isRefused))
    printDiagnostics(diagnostics, configs, findings, terminal)
  else if (form === 'pretty' && diagnostics.length > 0)
    printDiagnostics(diagnostics, configs, findings, { ...terminal, writeStdout: terminal.writeStderr })
  if (isRefused) {
    terminal.writeStderr('Nothing was pushed.')
    return EXIT.findings
  }
  const sources = sourcesOf(group, place)
  if (typeof sources === 'string') {
    terminal.writeStderr(`Nothing was pushed. ${sources}`)
    return EXIT.findings
  }
  return await withStore(async (store, project, isJson) => {
    const signingKey = readSigningKey(values, terminal)
    const result = await pushRelease(
      store,
      {
        project,
        bundle,
        sources,
        pushed: provenance(values, commit, terminal, {
          root: group.root || place.folder,
          isSource: sourcesOfGroup(group, place.folder),
        }),
        promote: values['promote'] === true,
        ...(replaces === undefined ? {} : { replaces }),
        ...(signingKey === undefined ? {} : { signer: createSigner(signingKey) }),
      },
      hashBytes,
    )
    const written = isJson
      ? JSON.stringify({ ...result, diagnostics: toJsonDiagnostics(diagnostics) })
      : describe(result, store.name, values)
    const isStored = result.kind !== 'overtaken' && result.kind !== 'lacking'
    if (form === undefined || !(isStored || isJson)) terminal.writeStderr(written)
    else writeText(terminal, written)
    return isStored ? EXIT.clean : EXIT.findings
  })
}

function sourcesOf(
  { root, parts, bundle }: CompiledGroup,
  { folder }: Pick<Terminal, 'folder'>,
): Uint8Array | string {
  const modules = Object.values(bundle?.gateway.checks ?? {}).flatMap(({ module, files }) => [
    module,
    ...Object.keys(files),
  ])
  const configs = parts.configsFolder === undefined ? undefined : resolve(folder, parts.configsFolder)
  return archiveSources(root, configs, modules)
}

function describe(result: PushResult, store: string, { promote }: OptionValues): string {
  if (result.kind === 'lacking') return ['Nothing was pushed.', ...result.lacking].join(' ')
  if (result.kind === 'overtaken' && result.since.length === 0)
    return 'Nothing was pushed: the label live was moved in the meantime. Push again.'
  if (result.kind === 'overtaken')
    return [
      'Nothing was pushed: there is a newer release.',
      ...result.since.map(release => formatRelease(withoutControlsDeep(release), [])),
      'Update your sources, and push again.',
    ].join('\n')
  const { release, promoted } = result
  const digest = release.digest.slice(0, 12)
  const live = promoted
    ? ' It is live.'
    : promote === true
      ? ''
      : ` portolan promote ${release.number} makes it live.`
  return result.kind === 'unchanged'
    ? `Release ${release.number} (${digest}) in ${store} is already this project.${promoted ? ' It is live now.' : ''}`
    : `Release ${release.number} (${digest}) is stored in ${store}: ${formatChanges(release)}.${live}`
}
