// The one recorded exchange that no client requests: a service account is exchanged for a token, which the gateway
// then uses. The recording refreshes a user's token instead, so only its reply and URL are compared.
import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'vitest'
import { headerValue } from '../../runtime/values/headers.ts'
import { asObject, parseJson } from '../../schemas/values/json.ts'
import { createHarness } from '../support/harness.ts'
import type { Recording } from './recording.ts'

export async function expectExchange({ url, body }: Recording): Promise<void> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    type: 'service_account',
    project_id: 'project',
    client_email: 'gateway@project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const { call, upstream } = createHarness({
    configs: {
      played: {
        provider: 'vertex',
        cloud3_region: 'us-central1',
        cloud3_service_account_json: '${env:ACCOUNT}',
      },
    },
    environment: { ACCOUNT: JSON.stringify(account) },
    script: [
      { status: 200, bytes: body },
      { status: 200, body: {} },
    ],
  })
  const reply = await call({
    headers: { 'x-gateway-config': 'played' },
    body: { model: 'gemini-2.5-flash', messages: [{ role: 'user', content: 'Hello' }] },
  })
  const [exchange, chat] = upstream.sent
  expect(exchange, reply.text).toBeDefined()
  expect(`${exchange?.origin}${exchange?.path}`).toBe(url?.href)
  const token = asObject(parseJson(Buffer.from(body).toString()))['access_token']
  expect(headerValue(chat?.headers ?? [], 'authorization')).toBe(`Bearer ${token}`)
}
