// `portolan backup`: copies a SQLite store while gateways use it.

import { resolve } from 'node:path'
import { backupStore } from '../../../runtime/stores/backup/backup-store.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { type Command, usageError } from '../command.ts'
import { fitText } from '../layout/fit-text.ts'
import { useSqliteFile } from '../store/sqlite-file.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'

export const backupCommand: Command = {
  usage: 'FILE [--without-logs] [--store ADDRESS]',
  help: `Copies the SQLite store of the project to a new file, and its log store to a file next to it (copy.db and copy.logs.db), while
gateways read and write both. Each copy is of one moment, and is checked. The encryption key is not in it: store that elsewhere.

  --without-logs     copy only the store, not the log store
${STORE_HELP}`,
  options: { ...STORE_OPTIONS, 'without-logs': { type: 'boolean' } },
  run: async (positionals, values, terminal) => {
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0)
      return usageError(terminal, 'Name one new file: portolan backup copy.db.', 'backup')
    return await useSqliteFile({ name: 'backup', values, terminal }, async (path, isJson) => {
      const withLogs = values['without-logs'] !== true
      const copy = await backupStore(path, resolve(terminal.folder, file), withLogs)
      const { encryptionKeys: keys, logs, revision } = copy
      terminal.writeStdout(
        isJson
          ? JSON.stringify({ store: `sqlite:${path}`, ...copy })
          : fitText(
              [
                `Copied sqlite:${path} at revision ${revision} to ${copy.file}${logs === undefined ? '' : `, and its logs to ${logs}`}.`,
                ...(keys.length === 0
                  ? []
                  : [
                      `The copy needs the encryption ${keys.length === 1 ? 'key' : 'keys'} ${joinNames(keys, 'and')}, which ${keys.length === 1 ? 'is' : 'are'} not in it.`,
                    ]),
              ].join('\n'),
              terminal.width,
            ),
      )
    })
  },
}
