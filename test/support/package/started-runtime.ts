// A process of `portolan-runtime`, however it is started.
import { type ChildProcess, spawn } from 'node:child_process'

export interface StartedRuntime {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string
  readonly port: string
  /** Ends it; the exit code, or null after SIGKILL. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/** Resolves when it listens; rejects with its output if it ends before. */
export function startRuntime(
  command: string,
  words: readonly string[],
  options: {
    readonly cwd: string
    readonly env?: Readonly<Record<string, string>>
  },
): Promise<StartedRuntime> {
  const child: ChildProcess = spawn(command, words, {
    cwd: options.cwd,
    env: options.env ?? {},
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A step that fails leaves nothing running.
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, origin, port] = /plan \w+ on (https?:\/\/\S+:(\d+))\/v1/.exec(output) ?? []
      if (origin === undefined || port === undefined) return
      resolve({
        origin,
        port,
        stop: (signal = 'SIGTERM') => {
          child.kill(signal)
          return ended
        },
      })
    })
    child.once('error', reject)
    void ended.then(code => reject(new Error(`${command} ended with ${code}:\n${output}`)))
  })
}
