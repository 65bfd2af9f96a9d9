// The headers that a config sends to its own service: literal ones, and the credential.
import type { Headers } from '../../values/headers.ts'
import type { CheckContext } from '../check.ts'

export interface ServiceHeaders {
  readonly headers?: Readonly<Record<string, string>>
  readonly secretHeader: string
  readonly secretPrefix: string
}

export function linkServiceHeaders(
  { headers = {}, secretHeader, secretPrefix }: ServiceHeaders,
  { credential }: Pick<CheckContext, 'credential'>,
): Headers {
  const secret = credential('secret')
  return [
    ...Object.entries(headers).flat(),
    ...(secret === undefined ? [] : [secretHeader, secretPrefix + secret]),
  ]
}
