// The driver of a secret reference. What managers answer is never quoted with a credential in it.
import type { PlanSecretReference } from '../../../schemas/generated/types.ts'
import type { SecretSource } from '../../control/resources/secret-references/secret-source.ts'
import { awsSecret } from './aws-secret.ts'
import { azureSecret } from './azure-secret.ts'
import { environmentSecret, fileSecret } from './machine-secret.ts'
import type { SecretPorts } from './secret-ports.ts'
import { vaultSecret } from './vault-secret.ts'

const DRIVERS: {
  readonly [type in PlanSecretReference['manager']]: (
    reference: PlanSecretReference,
    ports: SecretPorts,
  ) => SecretSource
} = {
  env: environmentSecret,
  file: fileSecret,
  hashicorp_vault: vaultSecret,
  aws_sm: awsSecret,
  azure_kv: azureSecret,
}

/** Shorter credentials would match ordinary words. */
const SHORTEST = 4

export function openSecretSource(reference: PlanSecretReference, ports: SecretPorts): SecretSource {
  const read = DRIVERS[reference.manager](reference, ports)
  return async () => {
    const result = await read()
    if (result.fault === undefined) return result
    const credentials = Object.keys(reference.credentials).flatMap(name => ports.credential(name) ?? [])
    const message = credentials
      .filter(text => text.length >= SHORTEST)
      .reduce((masked, text) => masked.replaceAll(text, '****'), result.message)
    return { ...result, message }
  }
}
