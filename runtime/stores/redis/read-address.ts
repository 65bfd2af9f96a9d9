// The address of a Redis: `redis://user:password@host:6379/0`, `rediss:` over TLS.

export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly database: number
  readonly user: string | undefined
  readonly password: string | undefined
  readonly tls: boolean
}

const PORT = 6379

/** The parts of an address, or a sentence on what is wrong with it, which never repeats it. A password of its own beats that in the address. */
export function readAddress(address: string, password?: string): RedisAddress | string {
  if (!URL.canParse(address)) return 'The address of the state is not a URL.'
  const url = new URL(address)
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:')
    return 'The address of the state must begin with redis:// or rediss://.'
  if (url.hostname === '') return 'The address of the state names no host.'
  const database = /^\/?(\d{0,6})$/.exec(url.pathname)?.[1]
  if (database === undefined || url.search !== '' || url.hash !== '')
    return 'The address of the state may have the number of a database behind its host, and nothing else.'
  const user = decoded(url.username)
  const own = decoded(url.password)
  if (user === undefined || own === undefined)
    return 'The address of the state has a % that begins no encoded character.'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORT : Number(url.port),
    database: Number(database),
    user: user === '' ? undefined : user,
    password: password ?? (own === '' ? undefined : own),
    tls: url.protocol === 'rediss:',
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
