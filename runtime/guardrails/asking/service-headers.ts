// The headers that a config has sent to a service of its own: those that it writes down, and its credential.
import type { Headers } from '../../headers.ts'
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
