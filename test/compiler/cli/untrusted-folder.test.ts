// A folder of somebody else's: opening it in an editor runs none of its code, and `check` need not.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProjectSession } from '../../../compiler/cli/language-server/project-session.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MODULE = `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('../ran', import.meta.url), '')
export default { hooks: ['request'], parameters: {}, evaluate: () => ({ verdict: true }) }
`
const hostile = (): string =>
  temporaryFolder({
    'gateway.yaml': 'providers: { mock: { provider: mock } }\nchecks: { acme.own: ./checks/own.js }\n',
    'configs/chat.yaml':
      'provider: "@mock"\ninput_guardrails: [{ checks: [{ id: acme.own, parameters: { limit: 1 } }] }]\n',
    'checks/own.js': MODULE,
  })
const hasRun = (folder: string): boolean => existsSync(join(folder, 'ran'))

describe('a folder with a module of a custom check', () => {
  it('does not run in an editor that has not said that the folder is trusted', async () => {
    const folder = hostile()
    const session = createProjectSession(folder, { runsChecks: false }, () => 0)
    await session.compile('disk')
    expect(session.diagnostics().filter(({ severity }) => severity === 'error')).toEqual([])
    expect(hasRun(folder)).toBe(false)
  })

  it('does not run with --no-checks, and runs without', async () => {
    const folder = hostile()
    expect(await portolan(['check', '--no-checks'], folder)).toMatchObject({ code: 0 })
    expect(hasRun(folder)).toBe(false)
    await portolan(['check'], folder)
    expect(hasRun(folder)).toBe(true)
  })
})
