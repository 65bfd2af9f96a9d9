// Validates a host that a client or a config names, as far as its URL tells; the IP address is checked again when the
// connection is made (semantics, section 12).
import { type Failure, failure } from '../failures.ts'
import type { Parts } from './parts.ts'

const blocked = (reason: string): Failure =>
  failure('blocked_host', reason, { param: 'custom_host', cause: 'blocked' })

export function readHost(text: string, { catalog, gateway }: Parts): URL | Failure {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return blocked('The custom host is not a URL of the form https://host/path.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return blocked('A custom host must be an https or http URL.')
  if (url.username !== '' || url.password !== '')
    return blocked('A custom host must not contain a user or password.')
  if (url.search !== '' || url.hash !== '') return blocked('A custom host must not have a query or fragment.')
  const fault = catalog.judgeHost(url, gateway.trustedHosts)
  return fault === undefined ? url : blocked(`The custom host is not allowed: ${fault}.`)
}
