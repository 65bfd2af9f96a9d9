// The address of a Redis: `redis://user:password@host:6379/0`, `rediss:` over TLS.

export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly database: number
  readonly user: string | undefined
  readonly password: string | undefined
  readonly tls: boolean
}

const DEFAULT_PORT = 6379

/** The parsed address, or an error message that never repeats it. `password` takes precedence over that in the address. */
export function parseRedisAddress(address: string, password?: string): RedisAddress | string {
  if (!URL.canParse(address)) return 'The address in state is not a URL.'
  const url = new URL(address)
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:')
    return 'The address in state must start with redis:// or rediss://.'
  if (url.hostname === '') return 'The address in state has no host.'
  const database = /^\/?(\d{0,6})$/.exec(url.pathname)?.[1]
  if (database === undefined || url.search !== '' || url.hash !== '')
    return 'The address in state may have only a database number after the host.'
  const user = decode(url.username)
  const urlPassword = decode(url.password)
  if (user === undefined || urlPassword === undefined)
    return 'The address in state has an invalid percent-encoding.'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    database: Number(database),
    user: user === '' ? undefined : user,
    password: password ?? (urlPassword === '' ? undefined : urlPassword),
    tls: url.protocol === 'rediss:',
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
