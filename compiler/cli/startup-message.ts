// The startup message of `serve`: the URL, the configs, and a working curl command.

import { needsKey } from '../../runtime/gateway/authenticate.ts'
import type { Runtime } from '../../runtime/process/start-runtime.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { Bundle } from '../../schemas/generated/types.ts'

export function formatStartupMessage(
  { digest, gateway, plans }: Bundle,
  { host, port, admin }: Pick<Runtime, 'host' | 'port' | 'admin'>,
): string {
  const address = baseUrl(host, port, gateway.listen.tls !== undefined)
  const ids = Object.keys(plans)
  const [slug, binding] = Object.entries(gateway.providers)[0] ?? []
  const model = catalogue.find(spec => spec.id === binding?.provider)?.models?.[0]
  const modelName = slug !== undefined && model !== undefined ? `@${slug}/${model}` : undefined
  const headers = [
    '-H "content-type: application/json"',
    ...(needsKey(gateway) ? [`-H "${gateway.headerPrefix}api-key: $GATEWAY_API_KEY"`] : []),
    ...(modelName === undefined && ids[0] !== undefined
      ? [`-H "${gateway.headerPrefix}config: ${ids[0]}"`]
      : []),
  ]
  const body = JSON.stringify({ model: modelName ?? 'MODEL', messages: [{ role: 'user', content: 'Hello' }] })
  return [
    `${gateway.name} is serving plan ${digest.slice(0, 12)} on ${address}`,
    ...(admin === undefined
      ? []
      : [`saved resources are served on ${baseUrl(admin.host, admin.port, admin.secure)}`]),
    ids.length === 0 ? 'saved configs: none' : `saved configs: ${ids.join(', ')}`,
    '',
    'Try it:',
    `  curl ${address}/chat/completions ${headers.join(' ')} -d '${body}'`,
    '',
  ].join('\n')
}

const baseUrl = (host: string, port: number, secure: boolean): string =>
  `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}/v1`
