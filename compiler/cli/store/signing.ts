// The key that signs releases and moves of labels, and those that are trusted.
import { resolve } from 'node:path'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import type { OptionValues } from '../command.ts'
import { readFileText } from '../files/read-file.ts'
import type { Terminal } from '../terminal.ts'

export const SIGNING_OPTIONS = { 'signing-key': { type: 'string' } } as const

export const SIGNING_HELP = `  --signing-key FILE sign with this private key (Ed25519, PEM); default: the PEM
                     in the variable PORTOLAN_SIGNING_KEY`

/** A PEM file is far smaller. */
const MAX_BYTES = 64 * 1024

/** The private key as PEM; undefined if none is given. Throws a `StoreError` if the file cannot be read. */
export function readSigningKey(values: OptionValues, { environment, folder }: Terminal): string | undefined {
  const path = values['signing-key']
  if (typeof path !== 'string') return environment['PORTOLAN_SIGNING_KEY'] || undefined
  const { text, fault } = readFileText(resolve(folder, path), MAX_BYTES)
  if (text === undefined) throw new StoreError('invalid-address', `The signing key cannot be read. ${fault}`)
  return text
}
