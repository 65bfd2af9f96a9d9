// AWS Secrets Manager: GetSecretValue, signed with access keys, those of a role, or those that the environment gives.
import type { PlanSecretReference, SecretAuth } from '../../../schemas/generated/types.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import { awsSecretsOrigin } from '../../../schemas/values/token-origins.ts'
import {
  type ReadSecret,
  type SecretFault,
  type SecretSource,
  secretFault,
} from '../../control/resources/secret-references/secret-source.ts'
import { selectSecret } from '../../control/resources/secret-references/select-secret.ts'
import {
  type AwsCredentials,
  assumeRoleRequest,
  parseCredentials,
} from '../../providers/bedrock/sts-credentials.ts'
import type { AuthenticationContext } from '../../values/authentication.ts'
import { signRequest } from '../../values/aws-signature/sign-request.ts'
import { isFailure } from '../../values/failures.ts'
import type { SecretPorts } from './secret-ports.ts'
import { faultOfStatus, faultOfToken, sendSecretRequest } from './secret-request.ts'

const SERVICE = 'secretsmanager'

const encoder = new TextEncoder()

export function awsSecret({ path, key, settings }: PlanSecretReference, ports: SecretPorts): SecretSource {
  const auth = settings as SecretAuth
  const region = auth.aws_region ?? ''
  const address = new URL(auth.aws_endpoint ?? awsSecretsOrigin(region))
  return async () => {
    const keys = await credentialsOf(auth, region, ports)
    if ('fault' in keys) return keys
    const unsigned = {
      method: 'POST',
      path: address.pathname,
      headers: [
        'host',
        address.host,
        'content-type',
        'application/x-amz-json-1.1',
        'x-amz-target',
        `${SERVICE}.GetSecretValue`,
      ],
      body: encoder.encode(JSON.stringify({ SecretId: path })),
    }
    const signature = signRequest(
      unsigned,
      { ...keys, region, service: SERVICE },
      { normalize: true, sendBodyHash: false },
      contextOf(ports),
    )
    const reply = await sendSecretRequest(ports, {
      ...unsigned,
      origin: address.origin,
      headers: [...unsigned.headers.slice(2), ...signature],
    })
    return reply.fault === undefined ? readReply(reply.status, asObject(reply.body), key) : reply
  }
}

const contextOf = ({ clock, hash, keyedHash, signRsa }: SecretPorts): AuthenticationContext => ({
  now: clock.now(),
  hash,
  keyedHash,
  signRsa,
})

async function credentialsOf(
  auth: SecretAuth,
  region: string,
  ports: SecretPorts,
): Promise<AwsCredentials | SecretFault> {
  const { environment, credential } = ports
  if (auth.aws_auth_type !== 'serviceRole') {
    const keys = keysOf(
      credential('aws_access_key_id'),
      credential('aws_secret_access_key'),
      credential('aws_session_token'),
    )
    if (auth.aws_auth_type === 'accessKey') return keys ?? MISSING_KEYS
    return await assumedKeys(
      {
        ...(keys && storedNames(keys)),
        cloud1_assume_role_arn: auth.aws_role_arn ?? '',
        ...optional('cloud1_web_identity_token', credential('aws_web_identity_token')),
      },
      { cloud1_region: region, ...optional('cloud1_assume_role_external_id', auth.aws_external_id) },
      ports,
    )
  }
  const keys = keysOf(
    environment['AWS_ACCESS_KEY_ID'],
    environment['AWS_SECRET_ACCESS_KEY'],
    environment['AWS_SESSION_TOKEN'],
  )
  const { AWS_ROLE_ARN: role, AWS_WEB_IDENTITY_TOKEN_FILE: file } = environment
  if (keys !== undefined || role === undefined || file === undefined) return keys ?? NO_IDENTITY
  const token = await ports.readFile(file)
  if (token === undefined) return secretFault('denied', `The web identity token ${file} cannot be read.`)
  return await assumedKeys(
    { cloud1_assume_role_arn: role, cloud1_web_identity_token: token.trim() },
    { cloud1_region: region },
    ports,
  )
}

const MISSING_KEYS = secretFault('denied', 'aws_access_key_id or aws_secret_access_key is missing.')
const NO_IDENTITY = secretFault(
  'denied',
  'The environment has no identity for AWS: neither AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, nor AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE.',
)

const optional = (name: string, value: string | undefined): Readonly<Record<string, string>> =>
  value === undefined ? {} : { [name]: value }

function keysOf(
  accessKey: string | undefined,
  secretKey: string | undefined,
  sessionToken: string | undefined,
): AwsCredentials | undefined {
  if (!accessKey || !secretKey) return undefined
  return { accessKey, secretKey, ...(sessionToken ? { sessionToken } : {}) }
}

const storedNames = ({ accessKey, secretKey, sessionToken }: AwsCredentials) => ({
  cloud1_access_key_id: accessKey,
  cloud1_secret_access_key: secretKey,
  ...optional('cloud1_session_token', sessionToken),
})

/** Temporary keys of a role, as for providers. */
async function assumedKeys(
  credentials: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>>,
  ports: SecretPorts,
): Promise<AwsCredentials | SecretFault> {
  const request = assumeRoleRequest(credentials, settings, contextOf(ports))
  if (request === undefined) return MISSING_KEYS
  const token = isFailure(request) ? request : await ports.tokens(request)
  if (isFailure(token)) return faultOfToken(token)
  return parseCredentials(token) ?? MISSING_KEYS
}

/** Errors of AWS have a name; those about the caller have the status 400 too. */
const DENIED =
  /^(AccessDenied|UnrecognizedClient|InvalidSignature|ExpiredToken|InvalidClientTokenId|IncompleteSignature|MissingAuthenticationToken|SignatureDoesNotMatch|NotAuthorized|OptInRequired)/
const BUSY =
  /^(Throttling|TooManyRequests|LimitExceeded|InternalServiceError|InternalFailure|ServiceUnavailable|RequestTimeout)/

function readReply(status: number, body: ReturnType<typeof asObject>, key: string | undefined): ReadSecret {
  if (status !== 200) {
    const error = (asText(body['__type']) ?? '').replace(/^.*#/, '')
    if (error.startsWith('ResourceNotFound'))
      return secretFault('absent', 'AWS Secrets Manager has no such secret in this region.')
    if (DENIED.test(error))
      return secretFault('denied', `AWS does not allow this gateway to read the secret: ${error}.`)
    if (BUSY.test(error)) return secretFault('unreachable', `AWS Secrets Manager is busy: ${error}.`)
    return /^\w{1,64}$/.test(error) && status < 500
      ? secretFault('malformed', `AWS Secrets Manager answers with ${error}.`)
      : faultOfStatus('AWS Secrets Manager', { status, body: undefined })
  }
  const text = asText(body['SecretString'])
  return text === undefined
    ? secretFault('malformed', 'The secret of AWS is binary; only text can be used.')
    : selectSecret(text, key)
}
