// `portolan key ID`: makes an API key for a client. The key is printed once and stored nowhere; the manifest gets its hash.
import { createHash, randomBytes } from 'node:crypto'
import { type Command, EXIT, usageError } from '../command.ts'

/** Tells people and scanners what the secret is; the check `secrets` finds it by this. */
const PREFIX = 'ptl_'
const RANDOM_BYTES = 32

export const keyCommand: Command = {
  name: 'key',
  summary: 'make an API key for a client, with its line for gateway.yaml',
  usage: 'ID',
  help: `Prints a new random key on standard output, once: it is stored nowhere. The line for api_keys of the manifest, with the
SHA-256 of the key, is printed on standard error. ID is the name of the key in logs.`,
  options: {},
  run: async ([id], _values, terminal) => {
    if (id === undefined || id === '')
      return usageError(terminal, 'Name the key: portolan key my-team.', 'key')
    const key = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')
    const hash = createHash('sha256').update(key).digest('hex')
    terminal.writeStderr(
      `Give the key to the client: it cannot be shown again. In gateway.yaml:\n\napi_keys:\n  - { id: ${JSON.stringify(id)}, hash: "sha256:${hash}" }\n`,
    )
    terminal.writeStdout(key)
    return EXIT.clean
  },
}
