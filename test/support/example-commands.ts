// The commands of an example's README, run against a gateway of the example on another port.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { PORTOLAN, type Running, start } from './command.ts'
import { COMPILE_CACHE, ROOT } from './folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

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
  const example = join(ROOT, 'examples', name)
  const folder = temporaryFolder()
  cpSync(example, folder, { recursive: true, filter: path => !path.includes('.portolan') })
  const readme = readFileSync(join(example, 'README.md'), 'utf8')
  let base = 'http://127.0.0.1:8787/v1'
  return {
    folder,
    blocks: [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block),
    serve: async () => {
      const gateway = start(PORTOLAN, ['serve', '.', '--port', '0'], folder, environment)
      onTestFinished(() => void gateway.child.kill('SIGKILL'))
      base = (await gateway.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+\/v1)/))[1] ?? base
      return gateway
    },
    run: (script, expected = {}) => {
      const portolan = `portolan() { "${process.execPath}" "${PORTOLAN}" "$@"; }\n`
      const { stdout, stderr, status } = spawnSync(
        'bash',
        ['--norc', '-euc', portolan + script.replaceAll('http://127.0.0.1:8787/v1', base)],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, ...environment, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILE_CACHE },
        },
      )
      expect({ stderr, status }).toEqual({ stderr: '', status: 0, ...expected })
      return stdout
    },
  }
}
