// `portolan migrate` edits literals of TypeScript, also those in files that configs import.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `// Ours
export default { policies: { usage_limits: [{ name: "a", type: 'cost', credit_limit: 1 }] } }
`
const SHARED = `export const retry = { attempts: 1, use_retry_after_header: true } // waits\n`
const CONFIG = `import { retry } from "./_shared.ts"\nexport default { provider: "mock", retry }\n`

it('migrate edits the literals of TypeScript', async () => {
  const folder = temporaryFolder({
    'gateway.ts': MANIFEST,
    'configs/_shared.ts': SHARED,
    'configs/a.ts': CONFIG,
    'configs/b.ts': CONFIG,
  })
  const { code, out } = await portolan(['migrate', '--from', '0.1'], folder)
  expect(code, out).toBe(0)
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const written = MANIFEST.replace('type:', "uncounted: 'allow', type:").replace(
    '{ policies',
    '{ limits: { "connections": 512 }, policies',
  )
  expect(read('gateway.ts')).toBe(written)
  expect(read('configs/_shared.ts')).toBe(
    SHARED.replace('after_header:', 'after_headers:').replace(
      'attempts',
      'on_status_codes: [429, 500, 502, 503, 504, 529], attempts',
    ),
  )
  expect(read('configs/a.ts')).toBe(CONFIG)
  expect((await portolan(['migrate', '--from', '0.1', '--check'], folder)).code).toBe(0)
  expect((await portolan(['check'], folder)).out).not.toMatch(/ error /)
})
