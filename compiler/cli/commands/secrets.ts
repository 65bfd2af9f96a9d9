// `portolan secrets rotate-key`: encrypts the secrets of a store again with the current key.

import { ENCRYPTION_KEY_ADVICE, type KeyRing } from '../../../runtime/control/core/sealing/key-ring.ts'
import { rotateSecrets } from '../../../runtime/control/core/sealing/rotate-secrets.ts'
import { createSignedStore } from '../../../runtime/control/core/signed-store.ts'
import { SEALED_KINDS, SIGNED_KINDS } from '../../../runtime/control/kinds.ts'
import { readEncryptionKeys } from '../../../runtime/stores/encryption-keys.ts'
import { nodeSecretCipher } from '../../../runtime/stores/secret-cipher.ts'
import { createSigner } from '../../../runtime/stores/signing-keys.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { manifestsIn } from '../files/project-files.ts'
import { writeText } from '../layout/fit-text.ts'
import { readSigningKey, SIGNING_HELP, SIGNING_OPTIONS } from '../store/signing.ts'
import { STORE_HELP, STORE_OPTIONS } from '../store/store-options.ts'
import { useStore } from '../store/use-store.ts'
import type { Terminal } from '../terminal.ts'

export const secretsCommand: Command = {
  usage: 'rotate-key [--store ADDRESS] [--signing-key FILE]',
  help: `Encrypts every secret of the store again with the first of the encryption keys, which are in encryption_key of the manifest
or in the variable PORTOLAN_ENCRYPTION_KEY, separated by commas. Put the new key before the old one, restart the
gateways, run this command, then remove the old key. It can be interrupted and repeated.

${STORE_HELP}
${SIGNING_HELP}`,
  words: () => ({ '': ['rotate-key'] }),
  options: { ...STORE_OPTIONS, ...SIGNING_OPTIONS },
  run: async (positionals, values, terminal) => {
    if (positionals.length !== 1 || positionals[0] !== 'rotate-key')
      return usageError(terminal, 'Write portolan secrets rotate-key.', 'secrets')
    const ring = await readRing(terminal)
    if (typeof ring === 'number') return ring
    return await useStore({ name: 'secrets', values, terminal }, async (store, _project, isJson) => {
      const signingKey = readSigningKey(values, terminal)
      const signing =
        signingKey === undefined
          ? store
          : createSignedStore(store, {
              kinds: SIGNED_KINDS,
              signer: createSigner(signingKey),
              writeLog: () => {},
            })
      const result = await rotateSecrets(signing, ring, nodeSecretCipher, SEALED_KINDS)
      const { rotated, current, faults } = result
      if (isJson) terminal.writeStdout(JSON.stringify(result))
      else {
        writeText(
          terminal,
          `${pluralize(rotated, 'secret')} encrypted with the key ${ring.current.id}; ${current} had it already.`,
        )
        for (const fault of faults) terminal.writeStderr(fault)
      }
      return faults.length === 0 ? EXIT.clean : EXIT.findings
    })
  },
}

/** The keys, or the exit code of the reason why there are none. */
async function readRing(terminal: Terminal): Promise<KeyRing | number> {
  const hasManifest = manifestsIn(terminal.folder).length > 0
  const compiled = hasManifest ? await compileOne([], 'secrets', terminal) : undefined
  if (typeof compiled === 'number') return compiled
  const ring = readEncryptionKeys(compiled?.gateway?.encryptionKey, terminal.environment)
  if (ring !== undefined && typeof ring !== 'string') return ring
  terminal.writeStderr(ring ?? `There is no encryption key. ${ENCRYPTION_KEY_ADVICE}`)
  return EXIT.findings
}
