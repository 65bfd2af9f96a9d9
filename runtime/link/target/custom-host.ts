// Validates a host that a client or a config names, as far as its URL tells; the IP address is checked again when the
// connection is made (semantics, section 12).
import { type Failure, failure } from '../../values/failures.ts'
import type { LinkContext } from '../link-context.ts'

const blockedHost = (reason: string): Failure =>
  failure('blocked_host', reason, { param: 'custom_host', cause: 'blocked' })

export function parseCustomHost(text: string, { catalog, gateway }: LinkContext): URL | Failure {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return blockedHost('The custom host is not a URL of the form https://host/path.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return blockedHost('A custom host must be an https or http URL.')
  if (url.username !== '' || url.password !== '')
    return blockedHost('A custom host must not contain a user or password.')
  if (url.search !== '' || url.hash !== '')
    return blockedHost('A custom host must not have a query or fragment.')
  const fault = catalog.validateHost(url, gateway.trustedHosts)
  return fault === undefined ? url : blockedHost(`The custom host is not allowed: ${fault}.`)
}
