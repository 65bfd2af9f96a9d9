// The startup message of `serve`: the URL, the configs, and a working curl command.

import { needsKey } from '../../runtime/gateway/authenticate.ts'
import type { Runtime } from '../../runtime/process/start-runtime.ts'
import type { Bundle, Gateway, Plan } from '../../schemas/generated/types.ts'
import { livingModel } from '../facts/living-model.ts'

export function formatStartupMessage(
  { digest, gateway, plans }: Bundle,
  { host, port, admin, console }: Pick<Runtime, 'host' | 'port' | 'admin' | 'console'>,
): string {
  const address = baseUrl(host, port, gateway.listen.tls !== undefined)
  const ids = Object.keys(plans)
  const [first] = ids
  const model = knownModel(gateway) ?? overriddenModel(first === undefined ? undefined : plans[first])
  const headers = [
    ...(needsKey(gateway) ? [`-H "${gateway.headerPrefix}api-key: $GATEWAY_API_KEY"`] : []),
    ...(model?.startsWith('@') || first === undefined
      ? []
      : [`-H "${gateway.headerPrefix}config: ${first}"`]),
  ]
  const reachable = baseUrl(reachableHost(host), port, gateway.listen.tls !== undefined)
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
  const call =
    model === undefined
      ? // Its models are not known here, so its server is asked for them.
        ['curl', `${reachable}/models`, ...headers]
      : [
          'curl',
          `${reachable}/chat/completions`,
          '-H "content-type: application/json"',
          ...headers,
          `-d '${body}'`,
        ]
  return [
    `${gateway.name} is serving plan ${digest.slice(0, 12)} on ${address}`,
    ...(admin === undefined
      ? []
      : [`saved resources are served on ${baseUrl(admin.host, admin.port, admin.secure)}`]),
    ids.length === 0 ? 'saved configs: none' : `saved configs: ${ids.join(', ')}`,
    ...(console === undefined ? [] : [`Console: ${console.url}`]),
    '',
    'Try it:',
    `  ${call.join(' ')}`,
    '',
  ].join('\n')
}

/** The first model of a pool, or one that the catalog knows of a stored provider, as clients write it. */
function knownModel({ providers, pools = {} }: Gateway): string | undefined {
  for (const [slug, { models, members }] of Object.entries(pools)) {
    const [named] = Object.keys(models ?? {})
    const model = named ?? livingModel(providers[members[0]?.slug ?? '']?.provider ?? '')
    if (model !== undefined) return `@${slug}/${model}`
  }
  for (const [slug, binding] of Object.entries(providers)) {
    const model = livingModel(binding.provider)
    if (model !== undefined) return `@${slug}/${model}`
  }
  return undefined
}

/** A model that the plan itself sets, whatever the client writes. */
function overriddenModel(plan: Plan | undefined): string | undefined {
  const models = plan?.nodes.map(node => (node.kind === 'call' ? node.overrides['model'] : undefined)) ?? []
  return models.find(model => typeof model === 'string')
}

/** An address of this machine, where the gateway listens on all of them. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host

const baseUrl = (host: string, port: number, secure: boolean): string =>
  `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/v1`
