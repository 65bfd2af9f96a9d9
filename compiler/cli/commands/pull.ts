// `portolan pull`: writes a release to files: its plan, or the sources that it was made from.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readBundle } from '../../../runtime/control/releases/compose-bundle.ts'
import { readHead, readRelease } from '../../../runtime/control/releases/release.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { emit } from '../../plan/emit.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { sha256 } from '../compile-groups.ts'
import { writeAtomic } from '../files/write-file.ts'
import { extract, readArchive } from '../store/source-archive.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'

export const pullCommand: Command = {
  usage: '[NUMBER] [-o FILE] [--sources FOLDER] [--store ADDRESS]',
  help: `Without a number, the last release.

  -o, --output FILE  the file of the plan; default gateway.plan.json; - for standard output
  --sources FOLDER   write the sources to this folder, which must not exist, and no plan
${STORE_HELP}`,
  options: { ...STORE_OPTIONS, output: { type: 'string', short: 'o' }, sources: { type: 'string' } },
  run: async ([target, ...others], values, terminal) => {
    if (others.length > 0 || (target !== undefined && !/^\d+$/.test(target)))
      return usageError(terminal, 'Name one release by its number.', 'pull')
    const fail = (sentence: string): number => {
      terminal.writeStderr(sentence)
      return EXIT.findings
    }
    return await useStore({ name: 'pull', values, terminal }, async (store, project) => {
      const number = target === undefined ? (await readHead(store, project)).latest : Number(target)
      const release = await readRelease(store, project, number)
      if (release === undefined)
        return fail(`The store ${store.name} has no release ${number} of "${project}".`)
      const { sources, output } = values
      if (typeof sources === 'string') {
        const folder = resolve(terminal.folder, sources)
        if (existsSync(folder)) return fail(`${sources} exists: name a folder that does not.`)
        const archive = release.sources === undefined ? undefined : await store.readBlob(release.sources)
        if (archive === undefined) return fail(`Release ${number} has no sources.`)
        const files = readArchive(archive)
        const fault = extract(files, folder)
        if (fault !== undefined) return fail(fault)
        terminal.writeStderr(`${pluralize(files.size, 'file')} of release ${number} in ${sources}`)
        return EXIT.clean
      }
      const { bundle, errors } = await readBundle(store, project, number, { hash: sha256 })
      if (bundle === undefined) return fail(errors.join('\n'))
      if (output === '-') {
        terminal.writeStdout(emit(bundle))
        return EXIT.clean
      }
      const path = typeof output === 'string' ? output : 'gateway.plan.json'
      const fault = writeAtomic(resolve(terminal.folder, path), emit(bundle))
      terminal.writeStderr(fault ?? `${path}: plan ${bundle.digest.slice(0, 12)} of release ${number}`)
      return fault === undefined ? EXIT.clean : EXIT.findings
    })
  },
}
