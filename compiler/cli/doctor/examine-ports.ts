// Whether a gateway can listen where its manifest says.
import { createServer } from 'node:net'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { broken, type Finding, fine } from './finding.ts'

export function examinePorts({ listen, metricsListen }: Gateway): Promise<readonly Finding[]> {
  const listeners = [listen, listen.admin, metricsListen].flatMap(each =>
    each === undefined ? [] : [{ host: each.host ?? listen.host, port: each.port }],
  )
  const ports = listeners.map(async ({ host, port }) => {
    const code = await tryPort(host, port)
    return code === undefined
      ? fine('port', `${host}:${port} is free`)
      : broken('port', `${host}:${port} cannot be used: ${reason(code)}`)
  })
  return Promise.all(ports)
}

const reason = (code: string): string =>
  code === 'EADDRINUSE' ? 'another process has it, perhaps a gateway that is running' : code

/** The code of the failure, or undefined if it can be listened on. */
const tryPort = (host: string, port: number): Promise<string | undefined> =>
  new Promise(resolve => {
    const server = createServer()
    server.on('error', error => resolve('code' in error ? String(error.code) : error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
