// The suites of clients in other languages, whole: their packages come from registries.

import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { findProgram } from '../support/find-program.ts'
import { ROOT } from '../support/folder.ts'

const SUITES = globSync('test/clients/*/serve.ts', { cwd: ROOT }).map(
  path => dirname(path).split('/').at(-1) ?? '',
)

it.skipIf(findProgram('python3') === undefined).each(SUITES)('service: python3: %s', async suite => {
  const { code, output } = await new Promise<{ code: number; output: string }>(resolve => {
    execFile(`${ROOT}test/clients/run.sh`, [suite], { maxBuffer: 1 << 26 }, (error, out, complaints) =>
      resolve({ code: error === null ? 0 : 1, output: out + complaints }),
    )
  })
  expect(code, output).toBe(0)
})
