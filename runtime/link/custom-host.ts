// A host that a caller or a config names, judged as far as its text tells; the address dialled is judged again when
// the connection is made (semantics, section 12).
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
    return blocked('A custom host is an https or http URL.')
  if (url.username !== '' || url.password !== '')
    return blocked('A custom host holds no user and no password.')
  if (url.search !== '' || url.hash !== '') return blocked('A custom host has no query and no fragment.')
  const fault = catalog.judgeHost(url, gateway.trustedHosts)
  return fault === undefined ? url : blocked(`The custom host may not be called: ${fault}.`)
}
