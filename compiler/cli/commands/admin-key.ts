// `portolan admin-key create`: makes the key of the first owner of a store, in a file that only its user can read.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createOwnerKey } from '../../../runtime/control/access/keys/create-owner-key.ts'
import { linkKeyDigest } from '../../../runtime/control/access/keys/key-secret.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { createPrivateFolder } from '../../../runtime/stores/create-folder.ts'
import { PRIVATE_FILE } from '../../../runtime/stores/private-files.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { isTakenByGit } from '../files/keys-in-git.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'
import type { Terminal } from '../terminal.ts'

export const adminKeyCommand: Command = {
  usage: 'create [--file PATH] [--store ADDRESS]',
  help: `Writes a new key to a file that only its user can read (mode 0600), and makes it the owner of the store, with every
permission for /v1/api-keys, /v1/workspaces and other saved resources. A store has one such key; GATEWAY_ADMIN_KEY of the
environment stops being accepted when it exists.

  --file PATH        the file, which must not exist; default .portolan/admin-key,
                     which git ignores
${STORE_HELP}`,
  words: () => ({ '': ['create'] }),
  options: { ...STORE_OPTIONS, file: { type: 'string', default: '.portolan/admin-key' } },
  run: async (positionals, values, terminal) => {
    if (positionals.length !== 1 || positionals[0] !== 'create')
      return usageError(terminal, 'There is one verb: portolan admin-key create.', 'admin-key')
    const path = resolve(terminal.folder, String(values['file']))
    return await useStore({ name: 'admin-key', values, terminal, create: true }, async (store, _, isJson) => {
      const file = openNew(path, terminal)
      if (file === undefined) return EXIT.findings
      try {
        const pepper = terminal.environment['PORTOLAN_KEY_PEPPER']
        const ports = nodePorts()
        const key = await createOwnerKey({
          store,
          ports,
          digest: linkKeyDigest(ports, pepper === '' ? undefined : pepper),
        }).catch((error: unknown) => {
          rmSync(path, { force: true })
          throw error
        })
        if (isFailure(key)) {
          rmSync(path, { force: true })
          terminal.writeStderr(key.message)
          return EXIT.findings
        }
        writeSync(file, `${key}\n`)
      } finally {
        closeSync(file)
      }
      terminal.writeStdout(
        isJson ? JSON.stringify({ file: path }) : `The key of the owner of ${store.name} is in ${path}.`,
      )
      if (isTakenByGit(path)) terminal.writeStderr(`Git does not ignore ${path}: add it to .gitignore.`)
      return EXIT.clean
    })
  },
}

/** Made before the key, so that a key that exists is also written down. */
function openNew(path: string, terminal: Terminal): number | undefined {
  try {
    createPrivateFolder(dirname(path))
    return openSync(path, 'wx', PRIVATE_FILE)
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    terminal.writeStderr(exists ? `The file ${path} exists already.` : `The file ${path} cannot be written.`)
    return undefined
  }
}
