// Writes by API while a store is away.
import type { RunningGateway } from '../../support/running-gateway.ts'

/** `200`, or the status and the code of the error. */
export async function saveConfig({ url }: RunningGateway, name: string): Promise<string> {
  const reply = await fetch(`${url}/configs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ workspace_id: 'default', name, config: { provider: '@mock' } }),
  })
  const body = (await reply.json()) as { readonly error?: { readonly code: string } }
  return [reply.status, ...(body.error ? [body.error.code] : [])].join(' ')
}
