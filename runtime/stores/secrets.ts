// Secrets are looked up once, when a bundle is loaded: a missing one stops the load, with all that are missing told
// at once, instead of failing requests at night.
import { readFileSync } from 'node:fs'
import { secretsOf } from '../../compiler/plan/secrets.ts'
import type { Bundle, Secret } from '../../schemas/generated/types.ts'

export type LookUp = (secret: Secret) => string | undefined

export interface Secrets {
  readonly lookUp: LookUp
  /** One sentence per secret that was not found or cannot be sent. */
  readonly missing: readonly string[]
}

/** Reads every secret that the bundle names from the environment or from files. */
export function readSecrets(
  bundle: Bundle,
  environment: Readonly<Record<string, string | undefined>>,
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
  return {
    lookUp: secret => (secret.source === 'literal' ? secret.name : values.get(keyOf(secret))),
    missing: [...missing.values()],
  }
}

const keyOf = ({ source, name }: Secret): string => `${source}:${name}`

/** True for what a header can carry, and for JSON (the keys of service accounts), which is signed with and not sent. */
const isSendable = (value: string): boolean =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value) || value.trimStart().startsWith('{')

const unsendable = ({ source, name }: Secret, place: string): string =>
  `The ${source === 'env' ? 'environment variable' : 'file'} ${name} holds a line break or another character that cannot be sent in a header; ${place} needs it.`

const sentence = ({ source, name }: Secret, place: string): string =>
  source === 'env'
    ? `The environment variable ${name} is not set; ${place} needs it.`
    : `The file ${name} cannot be read or is empty; ${place} needs it.`

/** A file that ends with a line break, as editors write it, holds the text before it. */
function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
