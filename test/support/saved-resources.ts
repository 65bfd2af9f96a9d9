// Runtimes on one store, the providers that they call, and what is saved in the store by API.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { later } from './local-servers.ts'
import { type RunningGateway, runGateway, runProvider } from './running-gateway.ts'
import { completion } from './sample-bodies.ts'
import { type SecretManagerDouble, vaultDouble } from './secret-manager-doubles.ts'
import { temporaryFolder } from './temporary-folder.ts'

const KEY = Buffer.from('k'.repeat(32)).toString('base64')

/** Runtimes on one new SQLite store; `more` of the manifest, and the configs of the project. */
export async function gatewaysOnOneStore(
  count: number,
  more: object = {},
  configs: Readonly<Record<string, object>> = {},
) {
  const folder = temporaryFolder({})
  const manifest = {
    providers: { mock: { provider: 'mock' } },
    store: `sqlite:${join(folder, 'store.db')}`,
    caller_hosts: ['127.0.0.1'],
    ...more,
  }
  const all: RunningGateway[] = []
  for (let index = 0; index < count; index++) {
    const gateway = await runGateway(manifest, configs, { PORTOLAN_ENCRYPTION_KEY: KEY })
    later(gateway.stop)
    all.push(gateway)
  }
  return all
}

export async function send({ url }: RunningGateway, method: string, path: string, body?: object) {
  const reply = await fetch(`${url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: reply.status, text: await reply.text() }
}

export async function replyingProvider() {
  const server = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion('Hello')))
  })
  later(server.stop)
  return server
}

export const referenceIn = (origin: string) => ({
  name: 'openai',
  manager_type: 'hashicorp_vault',
  auth_config: { vault_addr: origin, vault_auth_type: 'token', vault_token: 'hvs.root' },
  secret_path: 'secret/openai',
  secret_key: 'api_key',
})

/** Serves a double on a port of this machine; `isAway` closes connections without an answer. */
export async function serveManager(answer: SecretManagerDouble, isAway: () => boolean = () => false) {
  const server = await runProvider((request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    if (isAway()) return void request.socket.destroy()
    const reply = answer({
      method: request.method ?? '',
      origin: `http://${request.headers.host}`,
      path: request.url ?? '',
      headers: request.headers as Readonly<Record<string, string>>,
      text: body.toString('utf8'),
    })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  later(server.stop)
  return server
}

/** A vault that has the key of the provider. */
export async function vaultWithKey() {
  const vault = vaultDouble()
  vault.secrets.set('secret/data/openai', { api_key: 'sk-vault-0123456789' })
  const manager = await serveManager(vault.answer)
  return { vault, manager }
}
