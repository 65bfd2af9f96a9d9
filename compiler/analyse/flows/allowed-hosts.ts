// Whether an origin is one of the hosts that a rule allows: `api.example.com`, `*.eu.example`, `https://host:8443`.

const PATTERN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/i
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  const usedPort = port === '' ? DEFAULT_PORTS[protocol] : port
  return allowed.some(pattern => {
    const [, scheme, below, host = '', wantedPort] = PATTERN.exec(pattern) ?? []
    if (scheme !== undefined && `${scheme.toLowerCase()}:` !== protocol) return false
    // An origin that is written with its scheme has the port of that scheme.
    const expectedPort = wantedPort ?? (scheme === undefined ? undefined : DEFAULT_PORTS[protocol])
    if (expectedPort !== undefined && expectedPort !== usedPort) return false
    const name = host.toLowerCase()
    return below === undefined ? hostname === name : hostname.endsWith(`.${name}`)
  })
}
