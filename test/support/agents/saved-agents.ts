// A gateway with a store, in which tests save agents by API.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { later } from '../local-servers.ts'
import { type RunningGateway, runGateway } from '../running-gateway.ts'
import { makeFolder } from '../temporary-folder.ts'
import { freePort } from '../test-redis.ts'

export interface ApiAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came.
  readonly body: any
}

export interface SavingGateway extends RunningGateway {
  /** Below /v1, with a key where there are any. */
  readonly send: (method: string, path: string, body?: object, key?: string) => Promise<ApiAnswer>
  readonly agentUrl: (slug: string) => string
}

export const ENCRYPTION_KEY = Buffer.from('k'.repeat(32)).toString('base64')

/** A file that several gateways may share. */
export function newStore(): string {
  const folder = makeFolder()
  later(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'store.db')}`
}

export async function runSavingGateway(
  store: string,
  manifest: object = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<SavingGateway> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const gateway = await runGateway(
    { listen: { port }, public_url: publicUrl, caller_hosts: ['127.0.0.1'], store, ...manifest },
    {},
    { PORTOLAN_ENCRYPTION_KEY: ENCRYPTION_KEY, ...environment },
  )
  later(gateway.stop)
  return {
    ...gateway,
    agentUrl: slug => `${publicUrl}/agents/${slug}`,
    send: async (method, path, body, key) => {
      const reply = await fetch(`${gateway.url}${path}`, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'x-gateway-api-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, body: await reply.json() }
    },
  }
}

/** An integration and a server of one name. */
export async function saveAgent(
  { send }: Pick<SavingGateway, 'send'>,
  name: string,
  cardUrl: string,
  settings: object = {},
): Promise<readonly ApiAnswer[]> {
  const integration = await send('POST', '/agent-integrations', {
    workspace_id: null,
    name,
    card_url: cardUrl,
    ...settings,
  })
  await send('PUT', `/agent-integrations/${name.toLowerCase()}/workspaces`, {
    workspaces: [{ id: 'default', enabled: true }],
  })
  const server = await send('POST', '/agent-servers', {
    workspace_id: 'default',
    name,
    agent_integration_id: name.toLowerCase(),
  })
  return [integration, server]
}
