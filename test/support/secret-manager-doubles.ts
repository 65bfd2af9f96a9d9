// Strict doubles of secret managers and of the identity services beside them. Each verifies who asks, by an implementation of
// its own, and answers as the service does. Pure: a test serves them over a scripted upstream or over a socket.
import { createHash, createHmac } from 'node:crypto'

export interface DoubleRequest {
  readonly method: string
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

export interface DoubleReply {
  readonly status: number
  readonly body: unknown
}

export type SecretManagerDouble = (request: DoubleRequest) => DoubleReply

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface VaultDouble {
  readonly answer: SecretManagerDouble
  /** Secrets by the path below `/v1/`, with `data` for version 2. */
  readonly secrets: Map<string, unknown>
  /** Tokens that Vault knows, with the paths that each may read. */
  readonly tokens: Map<string, RegExp>
  /** Logins so far. */
  readonly logins: () => number
}

export const APP_ROLE = { role_id: 'role-0123', secret_id: 'secret-id-4567' }
export const KUBERNETES = { role: 'gateway', jwt: 'header.payload.signature' }

/** Vault with the engines `secret` (version 2, with data in their paths) and others (version 1), in the namespace `team`, if `namespace` says so. */
export function vaultDouble({
  namespace,
  lease = 3600,
}: {
  readonly namespace?: string
  readonly lease?: number
} = {}): VaultDouble {
  const secrets = new Map<string, unknown>()
  const tokens = new Map<string, RegExp>([['hvs.root', /./]])
  let logins = 0
  const error = (status: number, ...errors: readonly string[]): DoubleReply => ({ status, body: { errors } })
  const login = (text: string, expected: Readonly<Record<string, string>>): DoubleReply => {
    const given = JSON.parse(text) as Readonly<Record<string, string>>
    const isKnown = Object.entries(expected).every(([name, value]) => given[name] === value)
    if (!isKnown) return error(400, 'invalid role or secret ID')
    logins += 1
    tokens.set(`hvs.login-${logins}`, /^secret\//)
    return { status: 200, body: { auth: { client_token: `hvs.login-${logins}`, lease_duration: lease } } }
  }
  return {
    secrets,
    tokens,
    logins: () => logins,
    answer: ({ method, path, headers, text }) => {
      if (headers['x-vault-request'] !== 'true') return error(412, 'missing header')
      if (headers['x-vault-namespace'] !== namespace) return error(403, 'permission denied')
      if (method === 'POST' && path === '/v1/auth/approle/login') return login(text, APP_ROLE)
      if (method === 'POST' && path === '/v1/auth/cluster/west/login') return login(text, KUBERNETES)
      const place = decodeURIComponent(path.replace(/^\/v1\//, ''))
      const allowed = tokens.get(headers['x-vault-token'] ?? '')
      if (method !== 'GET' || allowed?.test(place) !== true)
        return error(403, `permission denied for ${headers['x-vault-token']}`)
      const found = secrets.get(place)
      if (found === undefined) return { status: 404, body: { errors: [] } }
      return /\/data\//.test(place)
        ? { status: 200, body: { data: { data: found, metadata: { version: 1 } } } }
        : { status: 200, body: { data: found, lease_duration: 2764800 } }
    },
  }
}

export interface AwsKeys {
  readonly accessKey: string
  readonly secretKey: string
  readonly token?: string
}

export interface AwsDouble {
  readonly answer: SecretManagerDouble
  readonly secrets: Map<string, { readonly SecretString?: string; readonly SecretBinary?: string }>
}

export const AWS_KEYS: AwsKeys = { accessKey: 'AKIAEXAMPLE', secretKey: 'aws+secret/key' }
export const ROLE_KEYS: AwsKeys = { accessKey: 'ASIAROLE', secretKey: 'role/secret', token: 'session+token' }
export const ROLE = 'arn:aws:iam::123456789012:role/gateway'
export const WEB_IDENTITY = 'web.identity.token'

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/(\w+)\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

/** The name of the error, if a request is not signed with the keys. `host` is that of the request. */
function faultOfSignature(request: DoubleRequest, keys: AwsKeys, service: string): string | undefined {
  const { method, origin, path, text } = request
  const headers: DoubleRequest['headers'] = { host: new URL(origin).host, ...request.headers }
  const [, key, day = '', region = '', signedService, names = '', signature] =
    AUTHORIZATION.exec(headers['authorization'] ?? '') ?? []
  if (key === undefined) return 'MissingAuthenticationTokenException'
  if (key !== keys.accessKey || signedService !== service) return 'UnrecognizedClientException'
  if (headers['x-amz-security-token'] !== keys.token) return 'UnrecognizedClientException'
  const signed = names.split(';')
  const needed = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-amz-'))]
  if (needed.some(name => !signed.includes(name))) return 'InvalidSignatureException'
  const lines = signed.map(name => `${name}:${String(headers[name]).trim()}`)
  const canonical = [method, path, '', ...lines, '', names, sha256(text)].join('\n')
  const hmac = (secret: string | Buffer, part: string): Buffer =>
    createHmac('sha256', secret).update(part).digest()
  const scope = [day, region, service, 'aws4_request']
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`)
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n')
  return hmac(signingKey, toSign).toString('hex') === signature ? undefined : 'InvalidSignatureException'
}

/** Secrets Manager for `keys`, and STS that gives `ROLE_KEYS` for the role. */
export function awsDouble(keys: AwsKeys = AWS_KEYS): AwsDouble {
  const secrets: AwsDouble['secrets'] = new Map()
  const error = (name: string, status = 400): DoubleReply => ({
    status,
    body: { __type: name, Message: name },
  })
  const sts = (request: DoubleRequest): DoubleReply => {
    const form = new URLSearchParams(request.text)
    const isWeb = form.get('Action') === 'AssumeRoleWithWebIdentity'
    const isKnown = isWeb
      ? form.get('WebIdentityToken') === WEB_IDENTITY
      : faultOfSignature(request, AWS_KEYS, 'sts') === undefined && form.get('ExternalId') === 'external'
    if (!isKnown || form.get('RoleArn') !== ROLE)
      return { status: 403, body: '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>' }
    return {
      status: 200,
      body: `<AccessKeyId>${ROLE_KEYS.accessKey}</AccessKeyId><SecretAccessKey>${ROLE_KEYS.secretKey}</SecretAccessKey><SessionToken>${ROLE_KEYS.token}</SessionToken>`,
    }
  }
  return {
    secrets,
    answer: request => {
      if (request.origin.includes('//sts.')) return sts(request)
      const fault = faultOfSignature(request, keys, 'secretsmanager')
      if (fault !== undefined) return error(fault)
      const { headers, text } = request
      if (headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
        return error('UnknownOperationException')
      if (headers['content-type'] !== 'application/x-amz-json-1.1') return error('SerializationException')
      const { SecretId: id } = JSON.parse(text) as { readonly SecretId: string }
      if (id.startsWith('denied/')) return error('com.amazonaws#AccessDeniedException')
      const found = secrets.get(id)
      return found === undefined
        ? error('ResourceNotFoundException')
        : { status: 200, body: { ARN: 'arn', Name: id, VersionId: 'v', ...found } }
    },
  }
}

export interface AzureDouble {
  readonly answer: SecretManagerDouble
  /** By name, or by name and version. */
  readonly secrets: Map<string, string>
}

export const ENTRA = { tenant: 'contoso.example', client: 'client-1', secret: 'entra~secret' }

/** Key Vault with Entra and the metadata service of a machine with one identity. */
export function azureDouble(): AzureDouble {
  const secrets: AzureDouble['secrets'] = new Map()
  const error = (status: number, code: string): DoubleReply => ({
    status,
    body: { error: { code, message: code } },
  })
  return {
    secrets,
    answer: ({ origin, path, headers, text }) => {
      const url = new URL(path, origin)
      if (origin === 'https://login.microsoftonline.com') {
        const form = Object.fromEntries(new URLSearchParams(text))
        const isKnown =
          path === `/${ENTRA.tenant}/oauth2/v2.0/token` &&
          form['client_id'] === ENTRA.client &&
          form['client_secret'] === ENTRA.secret &&
          form['scope'] === 'https://vault.azure.net/.default'
        return isKnown
          ? { status: 200, body: { access_token: 'entra-token', expires_in: 3600 } }
          : {
              status: 401,
              body: { error: 'invalid_client', error_description: `Invalid secret ${form['client_secret']}` },
            }
      }
      if (origin === 'http://169.254.169.254')
        return headers['metadata'] === 'true' &&
          url.searchParams.get('resource') === 'https://vault.azure.net'
          ? { status: 200, body: { access_token: 'machine-token', expires_in: '3600' } }
          : error(400, 'invalid_request')
      if (url.searchParams.get('api-version') !== '7.4') return error(400, 'BadParameter')
      if (!['Bearer entra-token', 'Bearer machine-token'].includes(headers['authorization'] ?? ''))
        return error(401, 'Unauthorized')
      const value = secrets.get(url.pathname.replace(/^\/secrets\//, ''))
      return value === undefined
        ? error(404, 'SecretNotFound')
        : { status: 200, body: { value, id: `${origin}${url.pathname}`, attributes: { enabled: true } } }
    },
  }
}
