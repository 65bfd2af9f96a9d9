// All commands of an example's README, typed into one shell, as far as a reader without keys gets.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { files } from './folder.ts'
import { commandsIn, preparedClone, SET_UP, shellEnvironment } from './prepared-clone.ts'
import { freePort } from './test-redis.ts'

/** Ports of the examples, which may be in use. */
const PORTS = ['8787', '8790', '8791', '9464'] as const

const SERVER = /^(?:\w+=\S+ )*(?:portolan serve|portolan-runtime|node examples|npm start)\b.*$/

/** A command that does not end runs beside those that follow, which wait for its address. */
function besideOthers(line: string, index: number): string {
  const [command = ''] = line.split(' #')
  const log = `"$HOME/server-${index}.log"`
  return [
    `( exec env ${command.trim()}${command.includes('portolan') ? ' --port 8787' : ''} ) > ${log} 2>&1 &`,
    `until grep -qs http: ${log}; do kill -0 $! 2> /dev/null || { cat ${log} >&2; exit 1; }; sleep 0.1; done`,
  ].join('\n')
}

export interface Typed {
  readonly status: number | null
  readonly out: string
  readonly complaints: string
}

/** `before` is typed first, in the root of the clone. */
export async function typeReadme(name: string, before: string): Promise<Typed> {
  const clone = preparedClone(name)
  const example = join(clone, 'examples', name)
  const moved = new Map<string, string>()
  for (const port of PORTS) moved.set(port, String(await freePort()))
  const move = (text: string): string => text.replaceAll(/\b\d{4}\b/g, port => moved.get(port) ?? port)
  for (const file of files(example).filter(each => /\.(?:yaml|js)$/.test(each)))
    writeFileSync(
      join(example, file),
      move(readFileSync(join(example, file), 'utf8')).replaceAll('/run/secrets', clone),
    )
  const lines = commandsIn(readFileSync(join(example, 'README.md'), 'utf8'))
    .join('\n')
    .split('\n')
    .map((line, index) => (SERVER.test(line) ? besideOthers(line, index) : line))
  const script = move([SET_UP, before, ...lines].join('\n'))
  return await new Promise(resolve => {
    const child = spawn('bash', ['--norc', '-euc', script], {
      cwd: clone,
      env: shellEnvironment(clone),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const typed = { out: '', complaints: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      typed.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      typed.complaints += text
    })
    child.on('exit', () => endGroup(child.pid))
    child.on('close', status => resolve({ status, ...typed }))
  })
}

/** Servers of the README with whatever has started them: npm does not end what it runs. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL')
  } catch {
    // Nothing of it runs.
  }
}
