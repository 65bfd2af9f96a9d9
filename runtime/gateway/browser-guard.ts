// Protects a gateway without API keys from browsers on the same machine (semantics, section 11): from other origins
// (CSRF), from DNS rebinding, and from a reverse proxy that makes remote clients look local.
import type { Gateway } from '../../schemas/generated/types.ts'
import { type Failure, failure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import { needsKey } from './authenticate.ts'

/** Why a request is rejected; `authority` is the host of a request target in absolute form. */
export type BrowserGuard = (headers: Headers, authority: string | undefined) => Failure | undefined

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
/** A Host of this machine, with or without a port. */
export const LOOPBACK_HOST = new RegExp(
  `^(?:(?:[a-z0-9-]+\\.)*localhost|127\\.${OCTET}\\.${OCTET}\\.${OCTET}|\\[::1\\])(?::\\d{1,5})?$`,
)
const PORT = /:\d{1,5}$/
const KEYS = 'configure api_keys'

/** Undefined when the gateway needs API keys: web pages do not know them, so no check is needed. */
/** Headers that only proxies add: RFC 7239, RFC 9110 section 7.6.3, nginx's and Cloudflare's address of the client. */
const PROXIED: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])

export function linkBrowserGuard(
  gateway: Pick<Gateway, 'apiKeys' | 'authentication' | 'listen'>,
): BrowserGuard | undefined {
  if (needsKey(gateway)) return undefined
  const { listen } = gateway
  const names = new Set(listen.hosts)
  const origins = new Set(listen.cors?.origins)
  const behindProxy = listen.behindProxy === true
  const isLocal = (host: string): boolean =>
    LOOPBACK_HOST.test(host) || names.has(host) || names.has(host.replace(PORT, ''))

  return (headers, authority) => {
    let host: string | undefined
    let origin: string | undefined
    let site: string | undefined
    for (let index = 0; index + 1 < headers.length; index += 2) {
      const name = (headers[index] ?? '').toLowerCase()
      const value = headers[index + 1] ?? ''
      if (name === 'host') host = value.toLowerCase()
      // No value of a repeated header is trusted.
      else if (name === 'origin') origin = origin === undefined ? value : 'null'
      else if (name === 'sec-fetch-site') site = site === undefined ? value : 'cross-site'
      else if (!behindProxy && (PROXIED.has(name) || name.startsWith('x-forwarded-'))) return forwarded(name)
    }
    if (host === undefined || !isLocal(host)) return foreignHost(host ?? '')
    if (authority !== undefined && !isLocal(authority.toLowerCase())) return foreignHost(authority)
    if (origin !== undefined && origins.has(origin)) return undefined
    if (origin !== undefined && !isSameOrigin(origin, host))
      return rejection(`The origin ${quoted(origin)} is not allowed; add it to listen.cors, or ${KEYS}.`)
    if (site !== undefined && site !== 'none' && site !== 'same-origin')
      return rejection(`Cross-site requests are not allowed (Sec-Fetch-Site: ${quoted(site)}); ${KEYS}.`)
    return undefined
  }
}

export function isSameOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { origin: canonical, protocol, host: hostOfOrigin } = new URL(origin)
  const requestUrl = `${protocol}//${host}`
  return (
    /^https?:$/.test(protocol) &&
    canonical === origin &&
    URL.canParse(requestUrl) &&
    new URL(requestUrl).host === hostOfOrigin
  )
}

const rejection = (reason: string): Failure =>
  failure('forbidden', `This gateway has no api_keys, so it only serves local requests. ${reason}`)

const foreignHost = (host: string): Failure =>
  rejection(`The Host ${quoted(host)} is not a loopback name or address; add it to listen.hosts, or ${KEYS}.`)

const forwarded = (name: string): Failure =>
  rejection(`The request came through a proxy (${name.slice(0, 64)}); set listen.behind_proxy, or ${KEYS}.`)
