// A gateway whose providers refuse every call, each row of `error-bodies.jsonl` at its provider, and a server that refuses as the vendors of
// the clients do. A model says what happens: `@mistral/row-45` through the gateway, `own-context_length` at a vendor.
import { readFileSync } from 'node:fs'
import {
  ENTRANCE_ERRORS,
  ERROR_TARGETS,
  type ErrorBody,
  OWN_ERRORS,
} from '../../runtime/link/error-targets.ts'
import { runGateway, runProvider } from '../../support/running-gateway.ts'
import type { ServedSuite } from '../run.ts'

const { azure: _, ...served } = ERROR_TARGETS

/** Their base URLs below the origin of the double. */
const PATHS: Readonly<Record<string, string>> = { google: '/v1beta', bedrock: '', cohere: '' }

export const ROWS = readFileSync(new URL('../../runtime/link/error-bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line, row) => ({ ...(JSON.parse(line) as ErrorBody), row }))
  .filter(({ status, body, provider, kind, specific }) => {
    const hasKind = kind !== null || specific !== undefined
    return status >= 400 && typeof body === 'object' && provider !== 'azure' && hasKind
  })
  .map(each => ({ ...each, kind: each.specific ?? each.kind, model: `@${each.provider}/row-${each.row}` }))

const own = { ...OWN_ERRORS, ...ENTRANCE_ERRORS }

const dialectAt = (path: string): keyof typeof own => {
  if (path.endsWith('/messages')) return 'messages'
  if (path.startsWith('/model/')) return 'converse'
  return path.includes('/models/') ? 'gemini' : 'chat'
}

export async function serve(): Promise<ServedSuite> {
  const provider = await runProvider(({ url = '' }, response, body) => {
    const [, number] = /row-(\d+)/.exec(url + body.toString()) ?? []
    const row = ROWS.find(each => each.row === Number(number))
    response.writeHead(row?.status ?? 500, { 'content-type': 'application/json', 'retry-after': '7' })
    response.end(JSON.stringify(row?.body ?? {}))
  })
  const vendor = await runProvider(({ url = '' }, response, body) => {
    const [, kind = ''] = /own-([a-z_]+)/.exec(url + body.toString()) ?? []
    const [path = ''] = url.split('?')
    const error = Object.entries(own[dialectAt(path)]).find(([name]) => name === kind)?.[1]
    response.writeHead(error?.status ?? 500, { 'content-type': 'application/json', ...error?.headers })
    response.end(JSON.stringify(error?.body ?? {}))
  })
  const providers = Object.fromEntries(
    Object.entries(served).map(([slug, target]) => [
      slug,
      { ...target, custom_host: provider.origin + (PATHS[slug] ?? '/v1') },
    ]),
  )
  const gateway = await runGateway(
    { providers, trusted_hosts: ['127.0.0.1'], authentication: 'none' },
    {},
    { KEY: 'some-key-of-the-provider' },
  )
  return {
    env: {
      GATEWAY: `http://127.0.0.1:${gateway.port}`,
      VENDOR: vendor.origin,
      ROWS: JSON.stringify(
        ROWS.map(({ provider: of, kind, model, status }) => ({ provider: of, kind, model, status })),
      ),
    },
    close: async () => {
      await gateway.stop()
      await Promise.all([provider.stop(), vendor.stop()])
    },
  }
}
