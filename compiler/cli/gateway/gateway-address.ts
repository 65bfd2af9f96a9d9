// The address of a running gateway that a command calls with a key.

export interface GatewayAddress {
  /** The URL without a path. */
  readonly origin: string
  /** The base URL of its API: `/v1` unless the address has another path. */
  readonly base: string
}

/** An address as a user writes it, or why no key may be sent to it. */
export function readGatewayAddress(text: string): GatewayAddress | { readonly fault: string } {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    return { fault: 'The address of a gateway must begin with https:// or http://.' }
  if (url.username !== '' || url.password !== '')
    return { fault: 'The address of a gateway must not have a user or a password.' }
  const { origin, protocol, hostname } = url
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    return {
      fault: `The address ${origin} must begin with https://, since a key is sent to it; http:// is only for this machine.`,
    }
  return { origin, base: `${origin}${url.pathname.replace(/\/+$/, '') || '/v1'}` }
}
