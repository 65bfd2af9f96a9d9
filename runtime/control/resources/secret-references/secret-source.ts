// The port of secret managers: one secret of one of them. Drivers are in stores/secret-managers/.

/**
 * `absent`: the manager has no such secret. `denied`: it does not let this gateway read it. `malformed`: what it has cannot be
 * used. `unreachable`: nothing is known, since the manager does not answer.
 */
export type SecretFaultKind = 'absent' | 'denied' | 'malformed' | 'unreachable'

export interface SecretFault {
  readonly fault: SecretFaultKind
  /** A sentence for the operator, without the secret and without what the manager is authenticated to with. */
  readonly message: string
  readonly text?: never
}

export type ReadSecret = { readonly text: string; readonly fault?: never } | SecretFault

/** Never rejects. */
export type SecretSource = () => Promise<ReadSecret>

export const secretFault = (fault: SecretFaultKind, message: string): SecretFault => ({ fault, message })
