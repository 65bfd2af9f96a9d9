// Secrets of this machine: variables and files. A file is read again, a variable never changes.
import type { PlanSecretReference } from '../../../schemas/generated/types.ts'
import { type SecretSource, secretFault } from '../../control/resources/secret-references/secret-source.ts'
import { selectSecret } from '../../control/resources/secret-references/select-secret.ts'
import type { SecretPorts } from './secret-ports.ts'

type Place = Pick<PlanSecretReference, 'path' | 'key'>

export const environmentSecret =
  ({ path, key }: Place, { environment }: Pick<SecretPorts, 'environment'>): SecretSource =>
  async () => {
    const text = environment[path]
    return text === undefined || text === ''
      ? secretFault('absent', `The environment variable ${path} is not set.`)
      : selectSecret(text, key)
  }

export const fileSecret =
  ({ path, key }: Place, { readFile }: Pick<SecretPorts, 'readFile'>): SecretSource =>
  async () => {
    const text = await readFile(path)
    return text === undefined
      ? secretFault('absent', `The file ${path} cannot be read.`)
      : selectSecret(text, key)
  }
