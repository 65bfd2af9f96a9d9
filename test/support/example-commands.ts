// The commands of an example's README, run against a gateway of the example on another port.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { PORTOLAN, type Running, start } from './command.ts'
import { ROOT } from './folder.ts'
import { commandsIn, preparedClone, SET_UP, shellEnvironment } from './prepared-clone.ts'

export const hasCurl = spawnSync('curl', ['--version']).error === undefined

export interface ExampleCommands {
  /** The copy of the example in which the commands run. */
  readonly folder: string
  /** The blocks of commands of the README, in their order. */
  readonly blocks: readonly string[]
  /** Starts `portolan serve .`; later commands go to it. */
  readonly serve: () => Promise<Running>
  /** What the commands print on standard output; they must succeed, unless they are expected to fail. */
  readonly run: (script: string, expected?: Readonly<Record<string, unknown>>) => string
}

export function exampleCommands(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): ExampleCommands {
  const clone = preparedClone(name)
  const folder = join(clone, 'examples', name)
  let base = 'http://127.0.0.1:8787/v1'
  return {
    folder,
    blocks: commandsIn(readFileSync(join(ROOT, 'examples', name, 'README.md'), 'utf8')),
    serve: async () => {
      const gateway = start(PORTOLAN, ['serve', '.', '--port', '0'], folder, environment)
      onTestFinished(() => void gateway.child.kill('SIGKILL'))
      base = (await gateway.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+\/v1)/))[1] ?? base
      return gateway
    },
    run: (script, expected = {}) => {
      const there = script.startsWith('cd ') ? '' : `cd examples/${name}\n`
      const { stdout, stderr, status } = spawnSync(
        'bash',
        ['--norc', '-euc', `${SET_UP}\n${there}${script.replaceAll('http://127.0.0.1:8787/v1', base)}`],
        { cwd: clone, encoding: 'utf8', env: { ...shellEnvironment(clone), ...environment } },
      )
      expect({ stderr, status }).toEqual({ stderr: '', status: 0, ...expected })
      return stdout
    },
  }
}
