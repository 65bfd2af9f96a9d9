// Validates a host that a client or a config names, as far as its URL tells; the IP address is checked again when the
// connection is made (semantics, section 12).
import type { Gateway } from '../../../schemas/generated/types.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { HostAuthor } from '../../values/ports.ts'
import type { LinkContext } from '../link-context.ts'

const blockedHost = (reason: string): Failure =>
  failure('blocked_host', reason, { param: 'custom_host', cause: 'blocked' })

/** The private hosts that are open to an author. */
export const openHosts = (
  author: HostAuthor,
  { trustedHosts, callerHosts = [] }: Pick<Gateway, 'trustedHosts' | 'callerHosts'>,
): readonly string[] => (author === 'operator' ? trustedHosts : author === 'caller' ? callerHosts : [])

/** Who chose the hosts that a config names. */
export const authorOf = (scope: { readonly byCaller?: boolean } | undefined): HostAuthor =>
  scope?.byCaller === true ? 'caller' : 'operator'

export function parseCustomHost(
  text: string,
  author: HostAuthor,
  { catalog, gateway }: LinkContext,
): URL | Failure {
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
  const fault = catalog.validateHost(url, openHosts(author, gateway))
  if (fault === undefined) return url
  const canBeOpened = catalog.validateHost(url, [url.host]) === undefined
  const list = author === 'caller' ? 'caller_hosts' : 'trusted_hosts'
  return blockedHost(
    `The custom host is not allowed: ${fault}.${canBeOpened ? ` The list ${list} of the manifest could open it.` : ''}`,
  )
}
