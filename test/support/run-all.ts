// `npm test`: formatter, types and generated files beside the suite, so that no core waits. Arguments go to vitest.
// The check's output comes in one piece when both have ended, the suite's as it runs.
import { spawn } from 'node:child_process'
import { ROOT } from './folder.ts'

interface Finished {
  readonly code: number
  readonly output: string
}

function run(command: string, words: readonly string[], shown: boolean): Promise<Finished> {
  return new Promise(resolve => {
    const child = spawn(command, words, { cwd: ROOT, stdio: ['inherit', shown ? 'inherit' : 'pipe', 'pipe'] })
    let output = ''
    const collect = (bytes: Buffer): void => {
      if (shown) process.stderr.write(bytes)
      else output += String(bytes)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', error => resolve({ code: 1, output: `${command} did not start: ${error.message}\n` }))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

const bin = (name: string): string => `${ROOT}node_modules/.bin/${name}`
const suite = run(bin('vitest'), ['run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)], true)
const checks = (async (): Promise<Finished> => {
  const results = [
    await run(bin('biome'), ['check', '--error-on-warnings'], false),
    await run(bin('tsc'), ['--noEmit'], false),
    await run(process.execPath, ['schemas/generate.ts'], false),
  ]
  return {
    code: results.find(({ code }) => code !== 0)?.code ?? 0,
    output: results.map(({ output }) => output).join(''),
  }
})()
const [tests, checked] = [await suite, await checks]
process.stdout.write(
  checked.code === 0
    ? 'Format, types and generated files are right.\n'
    : `\nnpm run check failed:\n${checked.output}`,
)
process.exitCode = tests.code === 0 ? checked.code : tests.code
