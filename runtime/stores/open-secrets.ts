// The secrets of a bundle: those of variables and files, read once, and those of secret managers, which are read again and again
// while the bundle is used.
import { bundleSecrets } from '../../compiler/plan/bundle-secrets.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { SecretValue } from '../control/resources/secret-references/secret-cache.ts'
import type { SecretFault } from '../control/resources/secret-references/secret-source.ts'
import type { ManagedSecretOptions } from './open-secret-cache.ts'
import { readSecrets, type Secrets } from './secrets.ts'

export interface OpenSecrets extends Secrets {
  /** What was read from managers, by the definitions of the references. */
  readonly known: () => ReadonlyMap<string, SecretValue>
  /** Reads no more; what is known is still used by calls in flight. */
  readonly stop: () => void
}

export interface OpenSecretsOptions extends ManagedSecretOptions {
  /** Those of the bundle in use: values from a manager are not requested again when a bundle is replaced. */
  readonly previous?: OpenSecrets
}

export async function openSecrets(bundle: Bundle, options: OpenSecretsOptions): Promise<OpenSecrets> {
  const secrets = readSecrets(bundle, options.environment)
  const references = Object.entries(bundle.gateway.secretReferences ?? {})
  if (references.length === 0)
    return {
      lookUp: secrets.lookUp,
      missing: [...secrets.missing, ...missingReferences(bundle, new Map())],
      known: () => new Map(),
      stop: () => {},
    }
  const before = options.previous?.known()
  const known = new Map(
    references.flatMap(([slug, reference]) => {
      const value = before?.get(canonicalJson(reference))
      return value === undefined ? [] : [[slug, value] as const]
    }),
  )
  const { openSecretCache } = await import('./open-secret-cache.ts')
  const cache = openSecretCache(references, secrets.lookUp, known, options)
  // Without their own credentials managers cannot be asked.
  const faults = secrets.missing.length > 0 ? new Map<string, SecretFault>() : await cache.load()
  return {
    lookUp: secret => (secret.source === 'secret' ? cache.lookUp(secret.name) : secrets.lookUp(secret)),
    missing: [...secrets.missing, ...missingReferences(bundle, faults)],
    known: () => {
      const values = cache.values()
      return new Map(
        references.flatMap(([slug, reference]) => {
          const value = values.get(slug)
          return value === undefined ? [] : [[canonicalJson(reference), value] as const]
        }),
      )
    },
    stop: cache.stop,
  }
}

/** What the bundle needs and a manager refuses. One that does not answer is not a reason not to start: it may come back. */
function missingReferences(bundle: Bundle, faults: ReadonlyMap<string, SecretFault>): readonly string[] {
  const sentences = new Map<string, string>()
  for (const { secret, location } of bundleSecrets(bundle)) {
    const { source, name } = secret
    if (source !== 'secret' || sentences.has(name)) continue
    const isOwn = Object.hasOwn(bundle.gateway.secretReferences ?? {}, name)
    // The store has it, or calls are refused.
    if (!isOwn && bundle.gateway.external?.includes(name) === true) continue
    const fault = faults.get(name)
    // A plan of another release may name what this manifest does not have.
    if (!isOwn)
      sentences.set(name, `The manifest has no secret reference "${name}"; it is required by ${location}.`)
    else if (fault !== undefined && fault.fault !== 'unreachable')
      sentences.set(
        name,
        `The secret reference "${name}" cannot be read; it is required by ${location}. ${fault.message}`,
      )
  }
  return [...sentences.values()]
}
