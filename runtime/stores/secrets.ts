// Secrets are resolved once, when a bundle is loaded: missing ones abort the load, all reported at once, instead of
// failing requests later.
import { readFileSync } from 'node:fs'
import { secretsOf } from '../../compiler/plan/secrets.ts'
import type { Bundle, Secret } from '../../schemas/generated/types.ts'

export type LookUp = (secret: Secret) => string | undefined

export interface Secrets {
  readonly lookUp: LookUp
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
  for (const { secret, place } of secretsOf(bundle)) {
    const key = keyOf(secret)
    if (values.has(key) || missing.has(key)) continue
    const value = secret.source === 'env' ? environment[secret.name] : readSecretFile(secret.name)
    if (value === undefined || value === '') missing.set(key, sentence(secret, place))
    else if (!isSendable(value)) missing.set(key, unsendable(secret, place))
    else values.set(key, value)
  }
  const loaded = now()
  const read = new Map<string, number>()
  /** A rotated file is read again once a minute; while it cannot be read, the last value is used. */
  const renewed = (secret: Secret): string | undefined => {
    const key = keyOf(secret)
    const moment = now()
    if (moment - (read.get(key) ?? loaded) > RENEWAL) {
      read.set(key, moment)
      const value = readSecretFile(secret.name)
      if (value !== undefined && value !== '' && isSendable(value)) values.set(key, value)
    }
    return values.get(key)
  }
  return {
    lookUp: secret => {
      if (secret.source === 'literal') return secret.name
      return secret.rotates === true ? renewed(secret) : values.get(keyOf(secret))
    },
    missing: [...missing.values()],
  }
}

/** Milliseconds after which a rotated secret is read again. */
const RENEWAL = 60_000

const keyOf = ({ source, name }: Secret): string => `${source}:${name}`

/** True for valid header values, and for JSON and PEM keys (of service accounts), which are used for signing and not sent. */
const isSendable = (value: string): boolean =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value) || /^\s*(\{|-----BEGIN )/.test(value)

const unsendable = ({ source, name }: Secret, place: string): string =>
  `The ${source === 'env' ? 'environment variable' : 'file'} ${name} contains a line break or another character that is not allowed in a header; it is required by ${place}.`

const sentence = ({ source, name }: Secret, place: string): string =>
  source === 'env'
    ? `The environment variable ${name} is not set; it is required by ${place}.`
    : `The file ${name} cannot be read or is empty; it is required by ${place}.`

/** Strips the trailing line break that editors add. */
function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
