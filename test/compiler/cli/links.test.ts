// A symbolic link out of a project is no file of it: it is refused with the reason, and nothing of what it names is shown.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SECRET = 'hunter2-of-another-folder'
const MANIFEST = 'providers: { main: { provider: mock } }\n'
const CHECK = `export default {
  schema: { title: 'Tone', description: 'It is calm.', properties: {} },
  link: () => () => ({ passed: true, reason: 'It is calm.' }),
}
`

/** A project in which one file is a link to a file elsewhere. */
function linked(files: Readonly<Record<string, string>>, link: string, text: string): string {
  const outside = temporaryFolder({ 'file.ts': text })
  const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, ...files })
  symlinkSync(join(outside, 'file.ts'), join(folder, link))
  return folder
}

const LEAK = `${SECRET}: [\n`

describe('a symbolic link out of the project is refused', () => {
  it.each([
    ['a config', { 'configs/a.yaml': 'provider: "@main"\n' }, 'configs/x.yaml', LEAK],
    ['a prompt', { 'prompts/a.txt': '' }, 'prompts/x.yaml', LEAK],
    ['a partial', { 'prompts/partials/a.txt': '' }, 'prompts/partials/x.yaml', LEAK],
    [
      'an import',
      { 'configs/a.ts': `import x from './_x.ts'\nexport default { provider: x }\n` },
      'configs/_x.ts',
      `export default '${SECRET}'\n`,
    ],
    [
      'a check',
      { 'gateway.yaml': `${MANIFEST}checks: { acme.tone: tone.ts }\n` },
      'tone.ts',
      `${CHECK}// ${SECRET}\n`,
    ],
  ] as const)('%s', async (_title, files, link, text) => {
    const { code, out, complaints } = await portolan(['check'], linked(files, link, text))
    expect(code).toBe(1)
    expect(out + complaints).toContain('is a symbolic link that leads out of')
    expect(out + complaints).not.toContain(SECRET)
  })

  it('a link within the project is a file of it, as volumes of containers have them', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'data/x.yaml': 'provider: "@main"\n',
      'configs/a.yaml': 'provider: "@main"\n',
    })
    symlinkSync(join(folder, 'data/x.yaml'), join(folder, 'configs/x.yaml'))
    expect(await portolan(['check'], folder)).toMatchObject({ code: 0 })
  })
})
