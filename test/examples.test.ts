// Every example is compiled as a user would compile it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from './support/command.ts'
import { folders, ROOT } from './support/folder.ts'

describe('examples', () => {
  it.each(folders(join(ROOT, 'examples')))('%s compiles without an error or a warning', async name => {
    const { code, out } = await portolan(['check', `examples/${name}`, '--format', 'json'])
    const { diagnostics } = JSON.parse(out) as {
      diagnostics: readonly { severity: string; message: string }[]
    }
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(code).toBe(0)
  })
})

describe('the tests of an example', () => {
  it('config-tests: its config passes them', async () => {
    const { code, complaints } = await portolan(['test', 'examples/config-tests', '--coverage', '80'])
    expect([code, complaints]).toEqual([0, expect.stringMatching(/^15 passed in 2 files/)])
  })

  it('config-tests: its README shows what its traffic comes to', async () => {
    const { code, out } = await portolan(['simulate', 'examples/config-tests/configs/chat.traffic.yaml'])
    expect(code).toBe(0)
    const [, shown = ''] =
      /```\n(success[\s\S]*?)```/.exec(readFileSync(join(ROOT, 'examples/config-tests/README.md'), 'utf8')) ??
      []
    expect(
      shown
        .trim()
        .split('\n')
        .filter(line => !out.includes(line)),
    ).toEqual([])
    expect(shown).toContain('success')
  })
})
