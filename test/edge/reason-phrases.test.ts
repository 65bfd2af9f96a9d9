// Every status has a reason phrase (RFC 9112, section 4), also those that Node does not know.
import { expect, it } from 'vitest'
import { bareProvider, gatewayTo, jsonReply, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

watch()

async function statusLine(port: number, config?: object): Promise<string> {
  const { port: gatewayPort } = await gatewayTo(port)
  const headers = [
    'connection: close',
    'content-type: application/json',
    ...(config === undefined
      ? ['x-gateway-provider: @main']
      : [`x-gateway-config: ${JSON.stringify(config)}`]),
  ]
  const body = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
  const text = await exchangeRaw(gatewayPort, rawRequest('POST', '/v1/chat/completions', headers, body))
  return text.split('\r\n', 1)[0] ?? ''
}

const never = { id: 'g', 'default.contains': { words: ['nothing of this'], operator: 'all' } }

it('of guardrails', async () => {
  const chat =
    '{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}]}'
  const port = await bareProvider(socket => {
    socket.on('data', () => socket.end(jsonReply('200 OK', chat)))
  })
  const config = { provider: '@main', input_guardrails: [{ ...never, deny: true }] }
  expect(await statusLine(port, config)).toBe('HTTP/1.1 446 Denied By Guardrail')
  expect(await statusLine(port, { provider: '@main', output_guardrails: [never] })).toBe(
    'HTTP/1.1 246 Guardrail Failed',
  )
})

it.each<readonly [number, string]>([
  [429, 'Too Many Requests'],
  [499, 'Client Closed Request'],
  [529, 'Overloaded'],
  [520, 'Web Server Returned an Unknown Error'],
  [477, 'Client Error'],
  [599, 'Server Error'],
])('of a provider: %i', async (status, phrase) => {
  const port = await bareProvider(socket => {
    socket.on('data', () => socket.end(jsonReply(`${status} x`, '{"error":{"message":"No."}}')))
  })
  expect(await statusLine(port)).toBe(`HTTP/1.1 ${status} ${phrase}`)
})
