// The service account attached to the machine that the gateway runs on: its metadata server returns tokens for it.
import type { AuthenticationContext, TokenRequest } from '../../../values/authentication.ts'
import { readAccessToken } from '../../../wire/access-token.ts'

const ORIGIN = 'http://metadata.google.internal'

/** `account` is `default`, or the email address of one of the attached accounts. */
export const metadataTokenRequest = (account: string, { hash }: AuthenticationContext): TokenRequest => ({
  key: hash(JSON.stringify(['attached', account])),
  method: 'GET',
  origin: ORIGIN,
  path: `/computeMetadata/v1/instance/service-accounts/${encodeURIComponent(account)}/token`,
  headers: ['metadata-flavor', 'Google'],
  body: '',
  read: (status, body, now) => readAccessToken('The metadata service', status, body, now),
})
