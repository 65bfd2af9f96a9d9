// `portolan key ID`: makes an API key for a client. The key is printed once and stored nowhere; the manifest gets its hash.
import { createSecret } from '../../../runtime/control/access/keys/key-secret.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { type Command, EXIT, usageError } from '../command.ts'

export const keyCommand: Command = {
  usage: 'ID',
  help: `Prints a new random key on standard output; it is not stored. The line for api_keys of the manifest, with the
SHA-256 of the key, is printed on standard error. ID is the name of the key in logs.`,
  options: {},
  run: async ([id], _values, terminal) => {
    if (id === undefined || id === '')
      return usageError(terminal, 'A name is required: portolan key my-team.', 'key')
    const ports = nodePorts()
    const key = createSecret(ports.randomId)
    const hash = ports.hash(key)
    terminal.writeStderr(
      `Give the key to the client: it cannot be shown again. In gateway.yaml:\n\napi_keys:\n  - { id: ${JSON.stringify(id)}, hash: "sha256:${hash}" }\n`,
    )
    terminal.writeStdout(key)
    return EXIT.clean
  },
}
