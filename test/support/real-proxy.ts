// A tinyproxy of the test's own, from Debian's package.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { findProgram } from './find-program.ts'
import { later } from './local-servers.ts'
import { makeFolder } from './temporary-folder.ts'
import { until } from './until.ts'

export const TINYPROXY = findProgram('tinyproxy')

export interface RealProxy {
  readonly port: number
  readonly kill: () => void
}

/** A port that is free for now. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })

/** `settings` are lines of its configuration. */
export async function realProxy(...settings: readonly string[]): Promise<RealProxy> {
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 20',
    'MaxClients 20',
    'LogLevel Error',
    ...settings,
  ]
  const folder = makeFolder({ 'tinyproxy.conf': `${lines.join('\n')}\n` })
  const child: ChildProcess = spawn(TINYPROXY ?? '', ['-d', '-c', `${folder}/tinyproxy.conf`], {
    stdio: 'ignore',
  })
  const kill = (): void => void child.kill('SIGKILL')
  later(() => {
    kill()
    rmSync(folder, { recursive: true })
  })
  let isUp = false
  await until(() => {
    if (!isUp) void answers(port).then(up => (isUp ||= up))
    return isUp
  }, 10_000)
  return { port, kill }
}
