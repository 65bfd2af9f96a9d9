// The command is spelled `portolan` everywhere, as the set-up of README.md has it on PATH. Its name on the registry is not ours:
// a reader who types `npx` or installs it by name would run what somebody else has published there.
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { files, ROOT } from '../support/folder.ts'
import { expectNone } from './breaches.ts'

const FOLDERS = ['.bin', '.github', 'compiler', 'examples', 'runtime', 'schemas']

const READ = [
  ...files(ROOT).filter(path => path.endsWith('.md')),
  ...FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(path => `${folder}/${path}`),
  ),
].filter(path => statSync(join(ROOT, path)).isFile())

const OTHER_SPELLINGS = [
  /npx portolan/,
  /npm (?:run|exec) (?:-- )?portolan/,
  /npm (?:i|install|add)(?: -[-\w=]+)* portolan(?![-\w]*\.tgz)/,
  /node (?:compiler|runtime)\/\S*main\.[jt]s/,
]

it('documents, messages and examples spell the command one way', () => {
  expect(READ.length).toBeGreaterThan(500)
  const found = READ.flatMap(path => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return OTHER_SPELLINGS.flatMap(spelling => spelling.exec(text) ?? []).map(words => `${path}: ${words}`)
  })
  expectNone(
    found,
    'Write `portolan`, which the set-up of README.md puts on PATH: the name on the registry is not ours.',
  )
})

it('the commands of the package are in the folder that the set-up names, and can be run', () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly bin: object }
  expect(readdirSync(join(ROOT, '.bin')).sort()).toEqual(Object.keys(bin).sort())
  for (const name of Object.keys(bin)) accessSync(join(ROOT, '.bin', name), constants.X_OK)
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('\nexport PATH="$PWD/.bin:$PATH"\n')
})
