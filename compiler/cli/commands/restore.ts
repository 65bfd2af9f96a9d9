// `portolan restore`: puts a copy of a SQLite store back.

import { resolve } from 'node:path'
import { describeCheck } from '../../../runtime/control/core/sealing/check-secrets.ts'
import type { KeyRing } from '../../../runtime/control/core/sealing/key-ring.ts'
import { restoreStore } from '../../../runtime/stores/backup/backup-store.ts'
import { readEncryptionKeys } from '../../../runtime/stores/encryption-keys.ts'
import { nodeSecretCipher } from '../../../runtime/stores/secret-cipher.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { type Command, usageError } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { manifestsIn } from '../files/project-files.ts'
import { writeText } from '../layout/fit-text.ts'
import { useSqliteFile } from '../store/sqlite-file.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import type { Terminal } from '../terminal.ts'

export const restoreCommand: Command = {
  usage: 'FILE [--store ADDRESS]',
  help: `Puts a copy of "portolan backup" in the place of the SQLite store of the project, with its logs if they are beside it. Refuses
a store that a process has open. The databases that were there are renamed, not deleted, and the copy stays. Keys that
were revoked after the copy was made are valid again: revoke them again.

${STORE_HELP}`,
  options: STORE_OPTIONS,
  run: async (positionals, values, terminal) => {
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0)
      return usageError(terminal, 'Name the file of one copy: portolan restore copy.db.', 'restore')
    const ring = await findRing(terminal)
    return await useSqliteFile({ name: 'restore', values, terminal }, async (path, isJson) => {
      const sealing = ring && { ring, cipher: nodeSecretCipher }
      const restored = await restoreStore(resolve(terminal.folder, file), path, sealing)
      const { revision, replaced, encryptionKeys: keys, logs, secrets } = restored
      const missing = keys.filter(key => ring?.keys.has(key) !== true)
      const fault = describeCheck(secrets, {
        ...{ store: `sqlite:${path}`, what: 'secrets', sealing },
        mayLose: true,
      })
      if (isJson)
        terminal.writeStdout(
          JSON.stringify({
            store: `sqlite:${path}`,
            revision,
            logs,
            replaced,
            encryption_keys: keys,
            missing_encryption_keys: missing,
          }),
        )
      else {
        writeText(
          terminal,
          [
            `Restored sqlite:${path} at revision ${revision}${logs === undefined ? '' : `, and its logs ${logs}`}.`,
            ...replaced.map(old => `The previous database is ${old}.`),
            ...(keys.length === 0 || missing.length > 0
              ? []
              : [`Its secrets are encrypted with ${joinNames(keys, 'and')}, which this project has.`]),
          ].join('\n'),
        )
        if (missing.length > 0)
          terminal.writeStderr(
            fault?.sentence ?? `Logged bodies need the encryption key ${joinNames(missing, 'and')}.`,
          )
      }
    })
  },
}

/** The keys of the project or of the environment, which may lack them: the store is restored nevertheless. */
async function findRing(terminal: Terminal): Promise<KeyRing | undefined> {
  const silent: Terminal = { ...terminal, writeStderr: () => {}, writeStdout: () => {} }
  const hasManifest = manifestsIn(terminal.folder).length > 0
  const compiled = hasManifest ? await compileOne([], 'restore', silent) : undefined
  const secret = typeof compiled === 'object' ? compiled.gateway?.encryptionKey : undefined
  const ring = readEncryptionKeys(secret, terminal.environment)
  return typeof ring === 'string' ? undefined : ring
}
