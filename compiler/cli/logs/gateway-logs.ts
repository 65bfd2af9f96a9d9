// The log of a running gateway, read over its API with the key of the environment.
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { KEY_VARIABLE } from '../../../schemas/contracts/coding-agent.ts'
import { asObject, asText, isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { readGatewayAddress } from '../gateway/gateway-address.ts'
import type { Terminal } from '../terminal.ts'
import type { LogReader } from './log-task.ts'

export function openGatewayLogs(address: string, environment: Terminal['environment']): LogReader {
  const read = readGatewayAddress(address)
  if ('fault' in read) throw new StoreError('invalid-address', read.fault)
  const { base: name } = read
  const key = environment[KEY_VARIABLE]
  const request = (method: string, path: string, body?: JsonObject): Promise<Response> =>
    fetch(`${name}${path}`, {
      method,
      // A redirect would take the key to another origin.
      redirect: 'error',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new StoreError('unavailable', `The gateway ${name} cannot be reached.`)
    })
  const cut = (): never => {
    throw new StoreError('unavailable', `The reply of the gateway ${name} broke off.`)
  }
  return {
    name,
    send: async (method, path, body) => {
      const response = await request(method, path, body)
      return readAnswer(response.status, await response.text().catch(cut))
    },
    download: async (path, onChunk) => {
      const response = await request('GET', path)
      if (!response.ok || response.body === null) {
        readAnswer(response.status, await response.text().catch(cut))
        return
      }
      const chunks = response.body.getReader()
      for (;;) {
        const { done, value } = await chunks.read().catch(cut)
        if (done) return
        onChunk(value)
      }
    },
    close: async () => {},
  }
}

export function readAnswer(status: number, text: string): JsonObject {
  const parsed = parseJson(text)
  // A proxy, or a captive portal.
  if (status < 400 && text !== '' && !isObject(parsed))
    throw new StoreError('unavailable', `The reply with the status ${status} is not one of a gateway.`)
  const reply = asObject(parsed)
  if (status < 400) return reply
  const message =
    asText(asObject(reply['error'])['message']) ?? `The gateway replied with the status ${status}.`
  throw new StoreError('unsupported', message)
}
