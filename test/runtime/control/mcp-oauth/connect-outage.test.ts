// A page of a person who connects an account has not expired because the store cannot be read: it is 503, and the same page goes on later.
import { expect, it } from 'vitest'
import { StoreError } from '../../../../runtime/control/core/store-error.ts'
import { linkConnectPages } from '../../../../runtime/control/mcp-oauth/connect-flow.ts'
import { openFlowStore } from '../../../../runtime/control/mcp-oauth/flow-store.ts'
import { sha256 } from '../../../support/control-harness.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const PUBLIC_URL = 'https://gateway.example'
const BROWSER = 'b'.repeat(64)

/** The pages of a gateway whose store cannot be used, or has nothing. */
function pages(isFailing: boolean) {
  const inner = openMemoryStore()
  const fails = (): Promise<never> =>
    Promise.reject(new StoreError('unavailable', 'The store cannot be used.'))
  const store = isFailing ? { ...inner, read: fails, commit: fails, list: fails } : inner
  const clock = virtualClock(0)
  const ports = { clock, hash: sha256, randomId: () => 'a'.repeat(32) }
  const secret = `0000000500-${'c'.repeat(64)}`
  const flows = openFlowStore(store, ports)
  const serve = linkConnectPages({
    ...{ flows, publicUrl: PUBLIC_URL, store, hash: sha256, ports, sealing: undefined },
    ...{ connections: {}, server: () => undefined, call: () => {}, report: () => {} },
  } as unknown as Parameters<typeof linkConnectPages>[0])
  const cookie = `__Host-portolan_mcp_${sha256(flows.idOf(secret)).slice(0, 16)}=${BROWSER}`
  const form = new URLSearchParams({
    ticket: secret,
    proof: sha256(`${BROWSER} ${secret}`),
    decision: 'allow',
  })
  return async (method: string, path: string) => {
    const request = { method, path: path.replace('SECRET', secret), headers: ['cookie', cookie] }
    const reply = await serve(request)?.handle(
      new TextEncoder().encode(method === 'POST' ? String(form) : ''),
      {} as never,
    )
    return { status: reply?.status, text: Buffer.from(reply?.body as Uint8Array).toString() }
  }
}

it.each([
  ['the page that asks', 'GET', '/mcp/connect/tools?ticket=SECRET'],
  ['its form', 'POST', '/mcp/connect/tools'],
  ['the way back', 'GET', '/mcp/callback?state=SECRET&code=a'],
])('%s', async (_title, method, path) => {
  const known = await pages(false)(method, path)
  expect([known.status, known.text]).toEqual([400, expect.stringContaining('has expired')])
  const unknown = await pages(true)(method, path)
  expect([unknown.status, unknown.text]).toEqual([503, expect.stringContaining('The store cannot be used.')])
})
