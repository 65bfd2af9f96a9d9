// The log of a running gateway, read over its API with the key of the environment.
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { KEY_VARIABLE } from '../../../schemas/contracts/coding-agent.ts'
import { asObject, asText, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { readGatewayAddress } from '../gateway/gateway-address.ts'
import type { Terminal } from '../terminal.ts'
import type { LogReader } from './log-task.ts'

export function openGatewayLogs(address: string, environment: Terminal['environment']): LogReader {
  const read = readGatewayAddress(address)
  if ('fault' in read) throw new StoreError('invalid-address', read.fault)
  const { base: name } = read
  const key = environment[KEY_VARIABLE]
  const request = async (method: string, path: string, body?: JsonObject): Promise<Response> => {
    try {
      return await fetch(`${name}${path}`, {
        method,
        // A redirect would take the key to another origin.
        redirect: 'error',
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    } catch {
      throw new StoreError('unavailable', `The gateway ${name} cannot be reached.`)
    }
  }
  return {
    name,
    send: async (method, path, body) => {
      const response = await request(method, path, body)
      return readAnswer(response.status, await response.text())
    },
    download: async (path, onChunk) => {
      const response = await request('GET', path)
      if (!response.ok || response.body === null) {
        readAnswer(response.status, await response.text())
        return
      }
      for await (const chunk of response.body) onChunk(chunk)
    },
    close: async () => {},
  }
}

export function readAnswer(status: number, text: string): JsonObject {
  const reply = asObject(parseJson(text))
  if (status < 400) return reply
  const message =
    asText(asObject(reply['error'])['message']) ?? `The gateway replied with the status ${status}.`
  throw new StoreError('unsupported', message)
}
