// Mistakes about the hosts that a config calls or a manifest opens.
import { type Entry, entry } from './entry.ts'

export const hosts = {
  'malformed-host': entry(
    'error',
    'A custom host is no base URL.',
    `
"custom_host" is the URL to which the paths of endpoints are appended: http or https, a host, and perhaps a path. It
holds no user name, query or fragment, and the name of its host does not end with a dot.

    custom_host: llm.example.com                  # refused: no scheme
    custom_host: https://user:word@llm.example.com    # refused

    custom_host: https://llm.example.com/v1
`,
  ),
  'blocked-host': entry(
    'error',
    'A custom host lies in a network that the gateway does not call.',
    `
A host in a private, loopback, link-local or reserved range could be the gateway's own machine or a service beside it, so
it is called only when the manifest says so. The same is checked again on the address that is dialled. Metadata services
of clouds stay closed whatever is trusted.

    custom_host: http://10.0.0.5:8000/v1          # refused

    # gateway.yaml
    trusted_hosts: [10.0.0.5:8000]
`,
  ),
  'endpoint-in-host': entry(
    'warning',
    'A custom host ends with the path of an endpoint.',
    `
The path of the endpoint is appended to the custom host, so it would stand there twice.

    custom_host: https://llm.example.com/v1/chat/completions     # called as .../chat/completions/chat/completions

    custom_host: https://llm.example.com/v1
`,
  ),
  'malformed-trusted-host': entry(
    'error',
    'An entry of the trusted hosts is no host.',
    `
An entry is a name, an address or a range of addresses, each with an optional port; without one, every port is open.

    trusted_hosts:
      - llm.internal
      - llm.internal:8080
      - 10.0.0.0/8
      - "[fd00::5]:8080"
`,
  ),
  'malformed-allowed-host': entry(
    'error',
    'An entry of the allowed hosts is no origin.',
    `
An entry is a host, a host with a port, or an origin with its scheme; https is meant where none is written. It has no
path: a credential is bound to an origin as a whole.

    allowed_hosts: [https://llm.example.com/v1]     # refused

    allowed_hosts: [llm.example.com]
`,
  ),
  'untrustworthy-host': entry(
    'error',
    'A metadata service cannot be trusted.',
    `
The metadata services of clouds hand out the credentials of the machine to whoever asks from it. Nothing opens them.

    trusted_hosts: [169.254.169.254]      # refused
`,
  ),
} as const satisfies Record<string, Entry>
