// Which client headers may not be forwarded to a provider, and why.

const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const BODY_HEADERS: ReadonlySet<string> = new Set(['content-encoding', 'content-type', 'accept-encoding'])

const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'proxy-authenticate',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
])

/** Cloud metadata services respond to any request with these headers, so clients must not be able to set them. */
const METADATA_HEADERS =
  /^(?:metadata(?:-flavor)?|x-aws-ec2-metadata-.+|x-google-metadata-request|x-identity-header|x-metadata-token)$/

/** Why a header (in lower case) may not be forwarded, as the end of a sentence; undefined if it may. */
export function forbiddenHeaderReason(
  name: string,
  prefix: string,
  credentials: readonly string[],
): string | undefined {
  if (name.startsWith(prefix)) return 'it is read by the gateway'
  if (CONNECTION_HEADERS.has(name)) return 'it belongs to the connection'
  if (name === 'cookie' || name === 'set-cookie') return 'cookies are not passed on to providers'
  if (CREDENTIAL_HEADERS.has(name) || credentials.includes(name))
    return "it would replace the provider's credential"
  if (METADATA_HEADERS.test(name)) return 'it grants access to cloud metadata services'
  if (BODY_HEADERS.has(name)) return 'the gateway sets it for the body it sends'
  return undefined
}
