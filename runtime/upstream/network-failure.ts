// Network errors as failures: a one-word cause and a sentence. Addresses and messages of the error are omitted, since
// they may reveal the internal network to a client.
import { type Cause, type Failure, failure, isFailure } from '../values/failures.ts'

const CAUSES: Readonly<Record<string, Cause>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_DESTROYED: 'reset',
  ETIMEDOUT: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls-issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls-issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'tls-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls-issuer',
  CERT_UNTRUSTED: 'tls-issuer',
  CERT_HAS_EXPIRED: 'tls-expired',
  CERT_NOT_YET_VALID: 'tls-expired',
  HOSTNAME_MISMATCH: 'tls-host',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls-host',
  UND_ERR_HEADERS_OVERFLOW: 'decode',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'decode',
  PORTOLAN_BLOCKED: 'blocked',
  PORTOLAN_PROXY: 'proxy',
}

const SENTENCES: Readonly<Record<Cause, string>> = {
  dns: 'its name could not be resolved (dns)',
  refused: 'the connection was refused (refused)',
  reset: 'the connection was closed before the reply arrived (reset)',
  tls: 'the TLS connection failed (tls)',
  'tls-expired': 'its certificate has expired or is not valid yet (tls-expired)',
  'tls-host': 'its certificate is for another host name (tls-host)',
  'tls-issuer': 'its certificate was issued by an authority that this machine does not trust (tls-issuer)',
  busy: 'all connections to it are busy (busy)',
  cut: 'the reply was truncated (cut)',
  decode: 'the reply is not valid HTTP (decode)',
  timeout: 'it timed out (timeout)',
  blocked: 'its address is private or reserved (blocked)',
  'too-large': 'the reply is too large (too-large)',
  connect: 'the connection timed out (connect)',
  proxy: 'the proxy between the gateway and it failed (proxy)',
}

/** Passes a failure of the gateway through the HTTP client as an error. */
export const truncated = (reason: Failure): Error => Object.assign(new Error(reason.message), { reason })

/** HTTP has no status above (RFC 9110, section 15); clients fail on others in their own ways. */
export const LAST_STATUS = 599
export const INVALID_STATUS = Object.assign(new Error('The status is invalid.'), {
  code: 'HPE_INVALID_STATUS',
})

/** The request cannot be written as HTTP: nothing was sent, and a retry would not help. */
const UNWRITABLE: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_CHAR',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_INVALID_HTTP_TOKEN',
])

/** Maps an error of the HTTP client to a failure; `headReceived`: the response headers had arrived. */
export function toNetworkFailure(error: unknown, headReceived: boolean): Failure {
  if (error instanceof Error && 'reason' in error && isFailure(error.reason)) return error.reason
  if (!headReceived && UNWRITABLE.has(codeOf(error)))
    return failure(
      'invalid_request',
      'The request could not be sent: its path or a header contains a character that is not allowed in HTTP.',
    )
  const cause = headReceived ? afterHead(codeOf(error)) : beforeHead(codeOf(error))
  if (cause === 'blocked') {
    const openedBy = listOf(error)
    const advice = openedBy === undefined ? '' : ` The list ${openedBy} of the manifest could open it.`
    return failure('blocked_host', `The provider was not called: ${SENTENCES.blocked}.${advice}`, {
      cause,
      ...(openedBy !== undefined && { openedBy }),
    })
  }
  if (cause === 'proxy') return proxyFailure(error)
  const code = cause === 'cut' || cause === 'decode' ? 'invalid_upstream_reply' : 'upstream_unreachable'
  const lasting = LASTING.has(codeOf(error)) && { lasting: true as const }
  return failure(code, `The call failed: ${SENTENCES[cause]}.`, { cause, ...lasting })
}

/** Headers that are too large, and a status that is not one: a server sends them again. Other bytes may be of a fault on the way. */
const LASTING: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_OVERFLOW', INVALID_STATUS.code])

/** What stands between the gateway and the provider has failed: its own words, or why it was not reached. */
function proxyFailure(error: unknown): Failure {
  const clause = error instanceof Error && 'clause' in error ? String(error.clause) : 'failed'
  const isUnreached = clause === 'could not be reached'
  const inner =
    isUnreached && error instanceof Error && error.cause != null ? beforeHead(codeOf(error.cause)) : undefined
  const reason =
    inner === undefined || inner === 'proxy' ? '' : `: ${SENTENCES[inner].replace(/ \([a-z-]+\)$/, '')}`
  return failure('upstream_unreachable', `The call failed: the proxy ${clause}${reason} (proxy).`, {
    cause: 'proxy',
  })
}

/** Which list of the manifest could open the address. */
const listOf = (error: unknown): string | undefined =>
  error instanceof Error && 'list' in error && typeof error.list === 'string' ? error.list : undefined

function beforeHead(code: string): Cause {
  if (code.startsWith('HPE_')) return 'decode'
  const known = CAUSES[code]
  if (known !== undefined) return known
  return code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.startsWith('CERT_')
    ? 'tls'
    : 'reset'
}

const afterHead = (code: string): Cause => (code.startsWith('HPE_') ? 'decode' : 'cut')

/** Errors of a socket that a reply has caused which HTTP does not allow here: an upgrade, or a second reply. */
const NOT_HTTP: ReadonlySet<unknown> = new Set(['bad upgrade', 'bad response'])

/** The code of an error, or of the first of an AggregateError (one per address tried). */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('message' in error && NOT_HTTP.has(error.message)) return 'HPE_'
  if ('code' in error && typeof error.code === 'string') return error.code
  if ('name' in error && error.name === 'HTTPParserError') return 'HPE_'
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0])
  return 'cause' in error ? codeOf(error.cause) : ''
}
