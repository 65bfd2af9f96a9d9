// Requests that an AWS SDK has signed (Signature Version 4). The signature is not checked, because it is of another host, and never passed
// on. A client that can only sign sends a key of the gateway as its access key ID.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-signing-elements.html
import type { AdmittedRequest } from '../gateway/request.ts'
import type { Headers } from '../values/headers.ts'

/** The access key ID is the first part of the credential scope. */
const CREDENTIAL = /^AWS4-HMAC-SHA256 .*?Credential=([^/,\s]+)\//

const SIGNING_HEADER = /^(?:x-amz-|amz-sdk-)/i

export interface SignedRequest {
  /** The headers to authenticate with: the access key ID as a bearer token, and nothing of the signature. */
  readonly headers: Headers
  /** An access key ID that is not a key of the gateway is a credential of AWS: no provider gets it. */
  readonly withoutSigner: (admitted: AdmittedRequest) => AdmittedRequest
}

export function readSigner(headers: Headers): SignedRequest {
  const list: string[] = []
  let token: string | undefined
  let isTyped = false
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (SIGNING_HEADER.test(name)) continue
    const signer = name.toLowerCase() === 'authorization' ? CREDENTIAL.exec(value)?.[1] : undefined
    if (signer !== undefined) token = `Bearer ${signer}`
    const isType = name.toLowerCase() === 'content-type'
    if (isType) isTyped = true
    const isBytes = isType && value === 'application/octet-stream'
    list.push(name, isBytes ? 'application/json' : signer === undefined ? value : `Bearer ${signer}`)
  }
  // Clients of AWS send JSON with another type, or with none (boto3 1.44).
  if (!isTyped) list.push('content-type', 'application/json')
  return {
    headers: list,
    withoutSigner: admitted => (token === undefined ? admitted : without(admitted, token)),
  }
}

function without(admitted: AdmittedRequest, token: string): AdmittedRequest {
  const { head, requestOptions } = admitted
  const { headers } = head
  const credentials = requestOptions.credentials.filter(credential => credential !== token)
  return {
    ...admitted,
    head: {
      ...head,
      headers: headers.filter(
        (_, index) =>
          headers[index - (index % 2)]?.toLowerCase() !== 'authorization' ||
          headers[index - (index % 2) + 1] !== token,
      ),
    },
    requestOptions: {
      ...requestOptions,
      credentials,
      options: { ...requestOptions.options, authorization: credentials[0] },
    },
  }
}
