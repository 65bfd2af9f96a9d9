// The address of a listener as the command line names it.

/** Of `127.0.0.1:8788` or `[::1]:8788`; undefined for anything else. */
export function readAddress(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, v6, name, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const host = v6 ?? name
  const port = Number(digits)
  return host === undefined || port > 65_535 ? undefined : { host, port }
}

/** What a command says of an address that cannot be read. */
export const ADMIN_USAGE = '--admin must be HOST:PORT, such as 127.0.0.1:8788; port 0 picks a free one.'
