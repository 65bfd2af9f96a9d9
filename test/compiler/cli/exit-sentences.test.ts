// No command ends without a sentence, whatever it finds: in projects without configs or a manifest, with files that cannot be read, and in
// every format.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../compiler/cli/commands.ts'
import { portolan } from '../../support/command.ts'
import { makeFolder, temporaryFolder } from '../../support/temporary-folder.ts'

/** Those that run until they are stopped, call a server first, or write a site. */
const LONG: ReadonlySet<string> = new Set(['lsp', 'serve', 'login', 'docs'])

const MANIFEST = 'providers: { mock: { provider: mock } }\nlimits: { body_bytes: 2048 }\n'
const BARE = { 'gateway.yaml': MANIFEST }

/** What is in the folder, by title. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an empty folder': {},
  'a manifest without configs': BARE,
  'an empty manifest': { 'gateway.yaml': '' },
  'a manifest that cannot be read': { 'gateway.yaml': 'providers: [\n' },
  'a manifest with errors': { 'gateway.yaml': 'provders: {}\n' },
  'an empty config': { ...BARE, 'configs/a.yaml': '' },
  'several projects without configs': { 'a/gateway.yaml': MANIFEST, 'b/gateway.yaml': MANIFEST },
}

const PLAN = 'bare.plan.json'
const compiled = makeFolder(BARE)
beforeAll(() => portolan(['compile', '.', '-o', PLAN], compiled))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

const PATHS: readonly (readonly string[])[] = [
  ['a', 'b'],
  [`${compiled}/${PLAN}`],
  [`${compiled}/${PLAN}`, '.'],
]

/** Each kind of format, with the paths that it is tried on. */
const FORMATS: readonly (readonly [format: string | undefined, paths: readonly (readonly string[])[]])[] = [
  [undefined, [[], ['.'], ...PATHS]],
  ['json', [[]]],
  ['markdown', [[], ['a', 'b']]],
  ['one-line', [[], ['a', 'b']]],
  ['sarif', [[]]],
]

describe.each(Object.entries(FOLDERS))('%s', (_, files) => {
  it.each(commands.filter(({ name }) => !LONG.has(name)).map(({ name, load }) => [name, load] as const))(
    '%s prints a sentence, and no trace',
    async (name, load) => {
      const { options } = await load()
      for (const [format, all] of 'format' in options ? FORMATS : FORMATS.slice(0, 1))
        for (const paths of all) {
          const args = [name, ...paths, ...(format === undefined ? [] : ['--format', format])]
          const { code, out, complaints } = await portolan(args, temporaryFolder(files))
          expect((out + complaints).trim(), `${args.join(' ')} ended with ${code}`).not.toBe('')
          expect(out + complaints, args.join(' ')).not.toMatch(/\n\s+at |has a bug/)
        }
    },
  )
})
