// Diagnostics about the hosts that a config calls or a manifest allows.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const hostMessages = {
  'malformed-host': defineMessage(
    'error',
    'A custom host is not a base URL.',
    `
"custom_host" is the base URL to which endpoint paths are appended: http or https, a host, and optionally a path. It must
not contain a user name, query or fragment, and its host name must not end with a dot.

    custom_host: llm.example.com                  # refused: no scheme
    custom_host: https://user:word@llm.example.com    # refused

    custom_host: https://llm.example.com/v1
`,
  ),
  'blocked-host': defineMessage(
    'error',
    'A custom host is in a network range that the gateway does not call.',
    `
A host in a private, loopback, link-local or reserved range could be the gateway's own machine or an internal service, so
it is called only when the manifest trusts it (SSRF protection). The check is repeated on the resolved address when the
gateway connects. Cloud metadata services are always blocked.

    custom_host: http://10.0.0.5:8000/v1          # refused

    # gateway.yaml
    trusted_hosts: [10.0.0.5:8000]                # for this manifest and saved configs
    caller_hosts: [10.0.0.5:8000]                 # for configs and hosts in request headers
`,
  ),
  'endpoint-in-host': defineMessage(
    'warning',
    'A custom host or collector is not a base URL.',
    `
The path of the endpoint is appended to the custom host, so it would appear twice. So is that of each signal to the endpoint of a
collector, which receives them over HTTP at another port than over gRPC.

    custom_host: https://llm.example.com/v1/chat/completions     # called as .../chat/completions/chat/completions
    telemetry: { otlp: { endpoint: "https://otel.example.com/v1/traces" } }

    custom_host: https://llm.example.com/v1
    telemetry: { otlp: { endpoint: "https://otel.example.com" } }
`,
  ),
  'malformed-trusted-host': defineMessage(
    'error',
    'An entry of the trusted hosts is not a host.',
    `
An entry is a host name, an IP address or a CIDR range, each with an optional port; without one, every port is allowed.

    trusted_hosts:
      - llm.internal
      - llm.internal:8080
      - 10.0.0.0/8
      - "[fd00::5]:8080"
`,
  ),
  'unusable-authorities': defineMessage(
    'warning',
    'A file of certificate authorities cannot be used here.',
    `
"ca" names a PEM file with one certificate or more, relative to the folder of the manifest. A gateway reads it when it starts,
and does not start without it. If the file is only on the machine of the gateway, turn the warning off.

    outbound:
      ca: company-ca.pem

    rules:
      unusable-authorities: off
`,
  ),
  'malformed-no-proxy': defineMessage(
    'error',
    'An exception from the proxy is not a host.',
    `
An entry is a host name, an IP address or a CIDR range, each with an optional port; or * for every host. A name covers all
names below it. Ranges cover hosts that are written as addresses: the names of providers are resolved by the proxy.

    outbound:
      proxy: http://proxy.internal:3128
      no_proxy: [internal.example.com, 10.0.0.0/8, "llm:8080"]
`,
  ),
  'malformed-allowed-host': defineMessage(
    'error',
    'An entry of the allowed hosts is not an origin.',
    `
An entry is a host, a host with a port, or an origin with its scheme; the default scheme is https. It has no path: a
credential is bound to a whole origin.

    allowed_hosts: [https://llm.example.com/v1]     # refused

    allowed_hosts: [llm.example.com]
`,
  ),
  'trusts-every-host': defineMessage(
    'warning',
    'A range of trusted hosts includes every address.',
    `
Trusted hosts are exceptions from the guard that blocks calls to private addresses. A range of zero bits turns the guard
off: only metadata services stay closed. List the hosts or the networks that are meant.

    trusted_hosts: ["0.0.0.0/0"]          # every address

    trusted_hosts: ["10.20.0.0/16", "llm.internal:8080"]
`,
  ),
  'untrustworthy-host': defineMessage(
    'error',
    'A metadata service cannot be trusted.',
    `
Cloud metadata services return the credentials of the machine to any process on it. They cannot be allowed.

    trusted_hosts: [169.254.169.254]      # refused
`,
  ),
  'unencrypted-address': defineMessage(
    'warning',
    'A public host is called without encryption.',
    `
Requests over http can be read and changed on the way, with the credentials in them. Private addresses, names of private networks
(such as vllm, or vllm.internal) and hosts in "trusted_hosts" are not reported.

    alerts: { webhook: "http://hooks.acme.com/budgets" }

    alerts: { webhook: "https://hooks.acme.com/budgets" }
`,
  ),
} as const satisfies Record<string, MessageEntry>
