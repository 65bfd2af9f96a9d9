// Opens the managers of secret references: those of a bundle with one cache, and those that were saved by API. Loaded if there are
// references.
import { readFile } from 'node:fs/promises'
import type { PlanSecretReference } from '../../schemas/generated/types.ts'
import {
  createSecretCache,
  type SecretCache,
  type SecretValue,
} from '../control/resources/secret-references/secret-cache.ts'
import type { SecretFault, SecretSource } from '../control/resources/secret-references/secret-source.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import { openSecretSource } from './secret-managers/open-secret-source.ts'
import type { SecretPorts } from './secret-managers/secret-ports.ts'
import type { LookUpSecret } from './secrets.ts'

export interface ManagedSecretOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: Omit<SecretPorts, 'environment' | 'readFile' | 'credential'> & Pick<Ports, 'random'>
  readonly onEvent: (event: GatewayEvent) => void
}

type NamedReference = readonly [slug: string, reference: PlanSecretReference]

/** The cache of what a bundle's references say; `lookUp` finds the credentials of their managers. */
export function openSecretCache(
  references: readonly NamedReference[],
  lookUp: LookUpSecret,
  known: ReadonlyMap<string, SecretValue>,
  { environment, ports, onEvent }: ManagedSecretOptions,
): SecretCache {
  const sources = references.map(([slug, reference]) => {
    const credential = (name: string): string | undefined => {
      const secret = reference.credentials[name]
      return secret && lookUp(secret)
    }
    const read = openSecretSource(reference, { ...ports, environment, readFile: readText, credential })
    return [slug, { read, maxAge: reference.maxAge, maxStale: reference.maxStale }] as const
  })
  return createSecretCache(new Map(sources), {
    clock: ports.clock,
    random: ports.random,
    known,
    onChange: (slug, fault, failing) => onEvent(secretEvent(slug, fault, failing)),
  })
}

/** The log lines when a secret cannot be read, and when it can again. */
export const secretEvent = (slug: string, fault: SecretFault | undefined, failing: number): GatewayEvent => ({
  kind: 'service',
  service: 'secrets',
  available: failing === 0,
  message:
    fault === undefined
      ? `The secret reference "${slug}" can be read again.`
      : `The secret reference "${slug}" cannot be read. ${fault.message}`,
})

/** The manager of a reference that was saved by API: under the host rules of a caller. */
export const openSavedSource = (
  reference: PlanSecretReference,
  credential: (name: string) => string | undefined,
  { environment, ports }: Pick<ManagedSecretOptions, 'environment' | 'ports'>,
): SecretSource =>
  openSecretSource(reference, { ...ports, environment, readFile: readText, credential, hostAuthor: 'caller' })

const readText = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined)
