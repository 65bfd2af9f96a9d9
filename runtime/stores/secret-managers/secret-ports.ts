// What drivers of secret managers are given.
import type { TokenRequest } from '../../values/authentication.ts'
import type { Failure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'

export interface SecretPorts extends Pick<Ports, 'upstream' | 'clock' | 'hash' | 'keyedHash' | 'signRsa'> {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The text of a file; undefined if it cannot be read. */
  readonly readFile: (path: string) => Promise<string | undefined>
  /** Exchanges credentials for a token, which is shared and renewed. */
  readonly tokens: (request: TokenRequest) => Promise<string | Failure>
  /** A secret of auth_config by its name, as it is now. */
  readonly credential: (name: string) => string | undefined
}
