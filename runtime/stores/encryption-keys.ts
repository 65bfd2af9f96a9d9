// The keys of secrets at rest: where encryption_key of the manifest points, else in PORTOLAN_ENCRYPTION_KEY.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Secret } from '../../schemas/generated/types.ts'
import { type KeyRing, readKeyRing } from '../control/core/sealing/key-ring.ts'

const VARIABLE = 'PORTOLAN_ENCRYPTION_KEY'

/** Undefined where no key is configured; a sentence where it is and cannot be used. */
export function readEncryptionKeys(
  secret: Secret | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): KeyRing | string | undefined {
  const text = secret?.source === 'file' ? textOf(secret.name) : environment[secret?.name ?? VARIABLE]
  if (text !== undefined && text !== '') return readKeyRing(text, each => hash('sha256', each, 'hex'))
  if (secret === undefined) return undefined
  return secret.source === 'file'
    ? `The file ${secret.name} cannot be read or is empty; it is required by encryption_key.`
    : `The environment variable ${secret.name} is not set; it is required by encryption_key.`
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
