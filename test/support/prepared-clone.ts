// A clone in which `npm install` was run, and the shell of its reader: it has what the set-up of README.md gives, and nothing else.
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join, sep } from 'node:path'
import { COMPILE_CACHE, ROOT } from './folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The line of README.md that puts the command line on PATH. */
export const SET_UP = /^export PATH=.*$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[0] ?? 'false'

/** The variables of a shell before the set-up: no folder of packages is on PATH, and the Node of the system is as old as it is. */
export const shellEnvironment = (home: string): Readonly<Record<string, string>> => ({
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter(folder => !folder.includes('node_modules') && !folder.startsWith(ROOT))
    .join(':'),
  HOME: home,
  NO_COLOR: '1',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
})

/** The root of a clone with one example, whose other sources are those of this checkout. */
export function preparedClone(example: string): string {
  const root = temporaryFolder()
  for (const part of ['compiler', 'runtime', 'schemas', 'node_modules', 'package.json'])
    symlinkSync(join(ROOT, part), join(root, part))
  cpSync(join(ROOT, '.bin'), join(root, '.bin'), { recursive: true, verbatimSymlinks: true })
  cpSync(join(ROOT, 'examples', example), join(root, 'examples', example), {
    recursive: true,
    filter: path => !path.includes(`${sep}.portolan`),
  })
  return root
}

/** The commands of a README in their order: its blocks, and those in its sentences that can be typed in the root. */
export const commandsIn = (readme: string): readonly string[] =>
  Array.from(
    readme.matchAll(/^```sh\n([\s\S]*?)^```|`(portolan \w+ [^`]*examples\/[^`]+|npm start)`/gm),
    ([, block, inline = '']) => block ?? `${inline}\n`,
  )
