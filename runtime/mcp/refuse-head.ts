// Why the head of a request to an MCP server is refused before its body is read: a page of a foreign origin, another method, another
// content type.
import type { Gateway } from '../../schemas/generated/types.ts'
import { type Failure, failure, methodNotAllowed, quoted } from '../values/failures.ts'
import { type Headers, headerValue } from '../values/headers.ts'

export type RefuseMcpHead = (method: string, headers: Headers) => Failure | undefined

export function linkMcpHead({ publicUrl, listen }: Pick<Gateway, 'publicUrl' | 'listen'>): RefuseMcpHead {
  const origins = new Set([...(publicUrl === undefined ? [] : [publicUrl]), ...(listen.cors?.origins ?? [])])
  return (method, headers) => {
    const origin = headerValue(headers, 'origin')
    if (origin !== undefined && !origins.has(origin) && !origins.has('*') && !isOwnPage(origin, headers))
      return foreignOrigin(origin)
    if (method !== 'POST' && method !== 'GET' && method !== 'DELETE')
      return methodNotAllowed(
        ['POST', 'GET', 'DELETE'],
        `The method ${method} is not supported: MCP uses POST, GET and DELETE.`,
      )
    const type = headerValue(headers, 'content-type')
    if (method === 'POST' && !/^\s*application\/json\s*(?:;|$)/i.test(type ?? ''))
      return failure('unsupported_media_type', 'MCP requires the content type application/json.')
    return undefined
  }
}

/** Names that no DNS of others can lead here. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** A page that this listener itself serves to its machine. */
const isOwnPage = (origin: string, headers: Headers): boolean => {
  const host = headerValue(headers, 'host')?.toLowerCase() ?? ''
  return LOOPBACK.test(host) && (origin === `http://${host}` || origin === `https://${host}`)
}

const foreignOrigin = (origin: string): Failure =>
  failure(
    'forbidden',
    `Web pages of the origin ${quoted(origin)} may not call MCP servers; add it to listen.cors if they should.`,
  )
