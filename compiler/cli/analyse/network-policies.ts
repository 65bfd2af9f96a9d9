// The hosts that plans can reach as the policies of networks, which hold a gateway to what was proved: a list, rules of Squid, an egress
// policy of Cilium. Comments name what they leave out.
import { isIP } from 'node:net'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { ReachedHost, ReachedHosts } from '../../analyse/flows/reached-hosts.ts'
import { writeYaml } from '../../read/yaml/write-commented-yaml.ts'

/** By the names that `--format` takes. */
export const NETWORK_POLICIES: Readonly<Record<string, (reached: ReachedHosts) => string>> = {
  hosts: ({ hosts, unknown }) =>
    [
      ...comments(unknown),
      ...hosts.map(each => {
        const { host, port } = placeOf(each)
        return `${host}:${port}  # ${each.by.join(', ')}${each.isProxied ? ' (through the proxy)' : ''}`
      }),
    ].join('\n'),
  squid: reached => squidRules(reached),
  cilium: reached => ciliumPolicy(reached),
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'https:': 443,
  'http:': 80,
  'redis:': 6379,
  'rediss:': 6379,
  'valkey:': 6379,
  'valkeys:': 6379,
  'postgres:': 5432,
  'postgresql:': 5432,
}

interface Place {
  readonly host: string
  readonly port: number
}

function placeOf({ origin }: ReachedHost): Place {
  const { protocol, hostname, port } = new URL(origin)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (DEFAULT_PORTS[protocol] ?? 443) }
}

const comments = (unknown: readonly string[]): readonly string[] => [
  '# Written by portolan analyse: the hosts that the plans and the services of the manifest reach.',
  '# Not included: hosts of images that messages link to, and of what is saved by API.',
  ...unknown.map(each => `# Not known here: ${each}.`),
]

const byPort = (hosts: readonly ReachedHost[]): ReadonlyMap<number, readonly string[]> =>
  new Map(
    [...Map.groupBy(hosts.map(placeOf), ({ port }) => port)]
      .sort(([left], [right]) => left - right)
      .map(([port, places]) => [port, [...new Set(places.map(({ host }) => host))].sort()]),
  )

/** Rules for the proxy by which the gateway leaves: those that it connects to; all of HTTP where the manifest names no proxy. */
function squidRules({ hosts, unknown }: ReachedHosts): string {
  const proxied = hosts.filter(({ isProxied }) => isProxied)
  const listed = proxied.length > 0 ? proxied : hosts.filter(({ origin }) => /^https?:/.test(origin))
  const rules = [...byPort(listed)].flatMap(([port, names]) => {
    const name = `portolan_${port}`
    const addresses = names.filter(host => isIP(host) !== 0)
    const domains = names.filter(host => isIP(host) === 0)
    return [
      `acl ${name}_port port ${port}`,
      ...(domains.length === 0
        ? []
        : [`acl ${name} dstdomain -n ${domains.join(' ')}`, `http_access allow ${name} ${name}_port`]),
      ...(addresses.length === 0
        ? []
        : [`acl ${name}_ip dst ${addresses.join(' ')}`, `http_access allow ${name}_ip ${name}_port`]),
    ]
  })
  return [...comments(unknown), ...rules, 'http_access deny all'].join('\n')
}

/** Names without a dot, and those of a cluster, are services of Kubernetes, which Cilium selects by their labels. */
const IN_CLUSTER = /^[^.]+$|\.svc(?:\.|$)|\.cluster\.local$/

function ciliumPolicy({ hosts, unknown }: ReachedHosts): string {
  const direct = hosts.filter(({ isProxied }) => !isProxied)
  const inCluster = direct.filter(
    each => IN_CLUSTER.test(placeOf(each).host) && isIP(placeOf(each).host) === 0,
  )
  const outside = direct.filter(each => !inCluster.includes(each))
  const rules = [...byPort(outside)].map(([port, names]) => {
    const addresses = names.filter(host => isIP(host) !== 0)
    const domains = names.filter(host => isIP(host) === 0)
    const toPorts = [{ ports: [{ port: String(port), protocol: 'TCP' }] }]
    return [
      ...(domains.length === 0 ? [] : [{ toFQDNs: domains.map(matchName => ({ matchName })), toPorts }]),
      ...(addresses.length === 0
        ? []
        : [{ toCIDR: addresses.map(host => `${host}/${isIP(host) === 4 ? 32 : 128}`), toPorts }]),
    ]
  })
  const names = outside.map(each => placeOf(each).host).filter(host => isIP(host) === 0)
  const policy = {
    apiVersion: 'cilium.io/v2',
    kind: 'CiliumNetworkPolicy',
    metadata: { name: 'portolan-egress' },
    spec: {
      endpointSelector: { matchLabels: { 'app.kubernetes.io/name': 'portolan' } },
      egress: [
        {
          toEndpoints: [
            { matchLabels: { 'k8s:io.kubernetes.pod.namespace': 'kube-system', 'k8s:k8s-app': 'kube-dns' } },
          ],
          toPorts: [
            {
              ports: [{ port: '53', protocol: 'ANY' }],
              rules: {
                dns: [
                  ...[...new Set(names)].sort().map(matchName => ({ matchName })),
                  ...(inCluster.length === 0 ? [] : [{ matchPattern: '*.cluster.local' }]),
                ],
              },
            },
          ],
        },
        ...rules.flat(),
      ],
    },
  }
  return [
    ...comments(unknown),
    ...inCluster.map(each => {
      const { host, port } = placeOf(each)
      return `# Add a rule with toEndpoints for ${host}:${port} (${each.by.join(', ')}): a service of the cluster is selected by its labels.`
    }),
    writeYaml(policy),
  ].join('\n')
}

/** Why no list is written, or undefined where it would be one. */
export function openCallers({ open }: ReachedHosts, format: string): string | undefined {
  if (open.length === 0) return undefined
  const sentences = [...Map.groupBy(open, ({ property }) => property)].map(([property, callers]) => {
    const names = joinNames(
      callers.slice(0, MAX_CALLERS).map(({ caller }) => caller),
      'and',
    )
    const more = callers.length > MAX_CALLERS ? ` and ${callers.length - MAX_CALLERS} more` : ''
    return `${names}${more} may name hosts: set "${property}: false" in the manifest, or for the key.`
  })
  return `--format ${format} lists hosts only where no caller can add one. ${sentences.join(' ')}`
}

const MAX_CALLERS = 5
