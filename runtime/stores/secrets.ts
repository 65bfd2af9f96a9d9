// Secrets of variables and files are resolved once, when a bundle is loaded: missing ones abort the load, all reported at
// once, instead of failing requests later.
import { readFileSync } from 'node:fs'
import { bundleSecrets } from '../../compiler/plan/bundle-secrets.ts'
import type { Bundle, Secret } from '../../schemas/generated/types.ts'
import { isSendable } from '../control/resources/secret-references/select-secret.ts'

export type LookUpSecret = (secret: Secret) => string | undefined

export interface Secrets {
  readonly lookUp: LookUpSecret
  /** One message per secret that was not found or cannot be sent. */
  readonly missing: readonly string[]
}

/** Reads every secret that the bundle names from the environment or from files. */
export function readSecrets(
  bundle: Bundle,
  environment: Readonly<Record<string, string | undefined>>,
  now: () => number = () => performance.now(),
): Secrets {
  const values = new Map<string, string>()
  const missing = new Map<string, string>()
  for (const { secret, location } of bundleSecrets(bundle)) {
    // Managers are asked while the bundle is used (open-secrets.ts).
    if (secret.source === 'secret') continue
    const key = keyOf(secret)
    if (values.has(key) || missing.has(key)) continue
    const value = secret.source === 'env' ? environment[secret.name] : readSecretFile(secret.name)
    if (value === undefined || value === '') missing.set(key, missingMessage(secret, location))
    else if (!isSendable(value)) missing.set(key, unsendableMessage(secret, location))
    else values.set(key, value)
  }
  const loaded = now()
  const read = new Map<string, number>()
  /** A rotated file is read again once a minute; while it cannot be read, the last value is used. */
  const renewedValue = (secret: Secret): string | undefined => {
    const key = keyOf(secret)
    const currentTime = now()
    if (currentTime - (read.get(key) ?? loaded) > RENEWAL_INTERVAL_MS) {
      read.set(key, currentTime)
      const value = readSecretFile(secret.name)
      if (value !== undefined && value !== '' && isSendable(value)) values.set(key, value)
    }
    return values.get(key)
  }
  return {
    lookUp: secret => {
      if (secret.source === 'literal') return secret.name
      return secret.rotates === true ? renewedValue(secret) : values.get(keyOf(secret))
    },
    missing: [...missing.values()],
  }
}

/** Milliseconds after which a rotated secret is read again. */
const RENEWAL_INTERVAL_MS = 60_000

const keyOf = ({ source, name }: Secret): string => `${source}:${name}`

const unsendableMessage = ({ source, name }: Secret, location: string): string =>
  `The ${source === 'env' ? 'environment variable' : 'file'} ${name} contains a line break or another character that is not allowed in a header; it is required by ${location}.`

const missingMessage = ({ source, name }: Secret, location: string): string =>
  source === 'env'
    ? `The environment variable ${name} is not set; it is required by ${location}.`
    : `The file ${name} cannot be read or is empty; it is required by ${location}.`

/** Strips the trailing line break that editors add. */
function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
