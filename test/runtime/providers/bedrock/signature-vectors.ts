// The published signature test vectors: the canonical request and the signature.
import { expect } from 'vitest'
import {
  canonicalPath,
  canonicalQuery,
  signRequest,
} from '../../../../runtime/values/aws-signature/sign-request.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import { recordedFolders, recordedJson, recordedText } from '../recordings.ts'
import { signingPorts } from './signing-ports.ts'

interface Vector {
  readonly credentials: {
    readonly access_key_id: string
    readonly secret_access_key: string
    readonly token?: string
  }
  readonly region: string
  readonly service: string
  readonly normalize: boolean
  readonly sign_body: boolean
  readonly timestamp: string
  readonly omit_session_token?: boolean
}

const FOLDER = 'vectors/sigv4'
const textOf = (name: string, file: string): string => recordedText(`${FOLDER}/${name}/${file}`).trimEnd()

/** A request as text: request line, headers (some folded), an empty line, a body. */
function readRequest(text: string) {
  const [head = '', body = ''] = text.split('\n\n')
  const [first = '', ...lines] = head.replace(/\n\s+/g, ' ').split('\n')
  const method = first.slice(0, first.indexOf(' '))
  const path = first.slice(method.length + 1, first.lastIndexOf(' '))
  const headers = lines.filter(Boolean).flatMap(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1)]
  })
  return { method, path, headers, body: new TextEncoder().encode(body) }
}

export const signatureVectors = recordedFolders(FOLDER)

/** Throws where the signature of a vector differs. */
export function expectSignature(name: string): void {
  const vector = recordedJson(`${FOLDER}/${name}/context.json`) as Vector
  const request = readRequest(recordedText(`${FOLDER}/${name}/request.txt`))
  const { token, access_key_id: accessKey, secret_access_key: secretKey } = vector.credentials
  const added = signRequest(
    request,
    {
      accessKey,
      secretKey,
      ...(token === undefined ? {} : { sessionToken: token }),
      region: vector.region,
      service: vector.service,
    },
    {
      normalize: vector.normalize,
      sendBodyHash: vector.sign_body,
      unsignedToken: vector.omit_session_token ?? false,
    },
    signingPorts(Date.parse(vector.timestamp)),
  )
  const [method, path = '', query = '', ...signedLines] = textOf(name, 'header-canonical-request.txt').split(
    '\n',
  )
  const [wirePath = '', ...wireQuery] = request.path.split('?')
  expect(request.method).toBe(method)
  expect(canonicalPath(wirePath, vector.normalize)).toBe(path)
  expect(canonicalQuery(wireQuery.join('?'))).toBe(query)
  const signed = (headerValue(added, 'authorization') ?? '').match(/SignedHeaders=([^,]*), Signature=(.*)$/)
  expect(signedLines.at(-2)).toBe(signed?.[1])
  expect(signed?.[2]).toBe(textOf(name, 'header-signature.txt'))
  for (let index = 0; index < added.length; index += 2)
    expect(textOf(name, 'header-signed-request.txt').toLowerCase()).toContain(
      `${added[index]}:${added[index + 1]}`.toLowerCase(),
    )
}
