// Base URLs and the origins that secrets are bound to.

/** `https://host:port` of a URL, or undefined if it is invalid. Custom schemes (`mock:`) have an origin too. */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, protocol, host } = new URL(url)
  return origin === 'null' ? `${protocol}//${host}` : origin
}

/** The origin of an allowed host in a manifest: a URL, or a host that is called over https. */
export const originOfHost = (host: string): string | undefined =>
  originOf(host.includes('://') ? host : `https://${host}`)

/** A base URL as plans store it: paths are appended, so it has no trailing slash. */
export function withoutTrailingSlash(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
