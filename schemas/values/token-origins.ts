// The services at which credentials of clouds are exchanged for tokens or secrets: what providers and secret managers call, and what the
// analysis of flows lists.

/** Entra of Azure. */
export const ENTRA_ORIGIN = 'https://login.microsoftonline.com'

/** OAuth of Google, for service accounts. */
export const GOOGLE_TOKEN_ORIGIN = 'https://oauth2.googleapis.com'
export const GOOGLE_TOKEN_PATH = '/token'

/** STS of AWS in a region. */
export const stsOrigin = (region: string): string => `https://sts.${region}.amazonaws.com`

/** Secrets Manager of AWS in a region; those of China have a domain of their own. */
export const awsSecretsOrigin = (region: string): string =>
  `https://secretsmanager.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`
