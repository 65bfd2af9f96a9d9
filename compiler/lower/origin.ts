// Base URLs and the origins that secrets are bound to.

/** `https://host:port` of a URL, or undefined where it is none. Schemes of our own (`mock:`) have an origin too. */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, protocol, host } = new URL(url)
  return origin === 'null' ? `${protocol}//${host}` : origin
}

/** The origin of what a manifest lists as an allowed host: a URL, or a host to which https is spoken. */
export const originOfHost = (host: string): string | undefined =>
  originOf(host.includes('://') ? host : `https://${host}`)

/** A base URL as plans hold it: paths are appended, so it ends without a slash. */
export function withoutTrailingSlash(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
