// Reads a secret reference with a scripted network, environment and files.
import { createHmac, createSign } from 'node:crypto'
import { lowerSecretReference } from '../../../../compiler/lower/secret-reference.ts'
import type { ReadSecret } from '../../../../runtime/control/resources/secret-references/secret-source.ts'
import { createTokens } from '../../../../runtime/link/target/tokens.ts'
import { openSecretSource } from '../../../../runtime/stores/secret-managers/open-secret-source.ts'
import type { SecretPorts } from '../../../../runtime/stores/secret-managers/secret-ports.ts'
import type { SecretReference } from '../../../../schemas/generated/types.ts'
import { sha256 } from '../../../support/bundle.ts'
import { steppedUpstream } from '../../../support/scripted-upstream.ts'
import type { SecretManagerDouble } from '../../../support/secret-manager-doubles.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

export interface Place {
  readonly answer?: SecretManagerDouble
  readonly environment?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

/** A way to read a reference as often as a test wants, with all requests that were sent. */
export function reader(reference: SecretReference, { answer, environment = {}, files = {} }: Place) {
  const clock = virtualClock(Date.parse('2026-11-23T04:00:00Z'))
  const upstream = steppedUpstream((_request, index) => {
    const sent = upstream.sent[index]
    if (sent === undefined || answer === undefined) return { fails: 'refused' }
    const headers: Record<string, string> = {}
    for (let at = 0; at < sent.headers.length; at += 2)
      headers[String(sent.headers[at]).toLowerCase()] = String(sent.headers[at + 1])
    const { status, body } = answer({ ...sent, headers })
    return typeof body === 'string' ? { status, text: body } : { status, body }
  })
  const hash = (bytes: string | Uint8Array): string => sha256(bytes as string)
  const lowered = lowerSecretReference(reference)
  const ports: SecretPorts = {
    upstream: upstream.send,
    clock,
    hash,
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    signRsa: (key, text) => createSign('RSA-SHA256').update(text).sign(key),
    environment,
    readFile: async path => files[path],
    tokens: createTokens({ upstream: upstream.send, clock }),
    credential: name => {
      const secret = lowered.credentials[name]
      return secret && (secret.source === 'env' ? environment[secret.name] : files[secret.name])
    },
  }
  return { read: openSecretSource(lowered, ports), sent: upstream.sent, clock }
}

export const read = (reference: SecretReference, place: Place): Promise<ReadSecret> =>
  reader(reference, place).read()
