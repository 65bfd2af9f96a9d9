// The platform's hashes as signing ports.
import { createHash, createHmac } from 'node:crypto'
import type { AuthenticationContext } from '../../../../runtime/values/authentication.ts'

export const signingPorts = (now: number): AuthenticationContext => ({
  now,
  hash: bytes => createHash('sha256').update(bytes).digest('hex'),
  keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
  signRsa: () => undefined,
})
