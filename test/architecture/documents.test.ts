// What the Markdown files name exists: paths, linked files and headings, and npm scripts.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { files, ROOT } from '../support/folder.ts'
import { expectNone } from './breaches.ts'
import { textOf, WITH_README } from './modules.ts'

const FOLDERS = ['.ci', '.github', 'compiler', 'examples', 'runtime', 'schemas', 'test']

/** Files and folders, from the root. */
const PATHS: readonly string[] = [
  ...files(ROOT),
  ...FOLDERS,
  ...FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(path => `${folder}/${path}`),
  ),
]

/** Every ending of every path that begins with a whole name. Documents name files from some folder above them. */
const ENDINGS: ReadonlySet<string> = new Set(
  PATHS.flatMap(path => {
    const names = path.split('/')
    return names.map((_, index) => names.slice(index).join('/'))
  }),
)

/** That one of these is missing is a rule of its own (completeness.test.ts). */
const MODULE_READMES: ReadonlySet<string> = new Set(WITH_README.map(folder => `${folder}/README.md`))

const DOCUMENTS = PATHS.filter(path => path.endsWith('.md'))

/** Files that are written by commands, belong to packages, or are specifications that are not in the repository. */
const OUTSIDE = new Set(['dist/', 'ipaddr.js', 'openai-openapi.yaml', 'wire.md'])

/** Placeholders, and the examples of the pages on how to add something. */
const EXAMPLE =
  /[<*]|NAME|acme|max-lines|maxLines|forwarded-headers-are-few|many-forwarded-headers|drop-something|(^|\/)race(\/|\.|$)|(^|\/)notes?[./-]/

const WITH_EXTENSION = /^(?!\.\w).*\w\.(ts|js|json|md|yaml|txt)$/
const FROM_ROOT = /(?<![\w./-])(?:\.ci|\.github|compiler|examples|runtime|schemas|test)\/[\w./<>*-]*[\w>*]/g

/** Paths in backticks, and paths from the root anywhere in the text, also in commands. */
function namedPaths(text: string): readonly string[] {
  const withoutFences = text.replaceAll(/```[\s\S]*?```/g, '')
  const quoted = [...withoutFences.matchAll(/`([\w@./<>*-]+)`/g)].map(([, path = '']) => path)
  const paths = quoted.filter(path => WITH_EXTENSION.test(path) || path.endsWith('/'))
  return [...paths, ...[...text.matchAll(FROM_ROOT)].map(([path]) => path)]
}

const exists = (document: string, path: string): boolean =>
  path.startsWith('.') && !FOLDERS.some(folder => path.startsWith(`${folder}/`))
    ? existsSync(join(ROOT, dirname(document), path))
    : ENDINGS.has(path.replace(/\/$/, ''))

/** The anchor that a heading is linked by. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-')

const hasAnchor = (path: string, anchor: string): boolean =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)

describe('CHANGELOG.md', () => {
  it('has at most 8 KB for a version', () => {
    const versions = textOf('CHANGELOG.md').split(/^(?=## )/m)
    expectNone(
      versions
        .filter(version => Buffer.byteLength(version) > 8_000)
        .map(version => version.split('\n')[0] ?? ''),
      'Shorten the entry to 8 KB: one line a change, and links to the reference.',
    )
  })
})

describe('README.md', () => {
  it('links only to what is in the package', () => {
    const { files: packed } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] }
    const links = [...textOf('README.md').matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, link = '']) => link)
    const isPacked = (link: string): boolean =>
      packed.some(pattern => link === pattern || link.startsWith(`${pattern}/`) || matchesGlob(link, pattern))
    expect(links.length).toBeGreaterThan(10)
    expectNone(
      links.filter(link => !isPacked(link)),
      'README.md links to these, which the package has not. Add them to "files" in package.json, or do not link to them.',
    )
  })
})

describe('runtime/README.md', () => {
  it('has at most 12 KB: reference belongs to schemas/reference', () => {
    expect(
      Buffer.byteLength(textOf('runtime/README.md')),
      'Move reference to schemas/reference, and link to it',
    ).toBeLessThanOrEqual(12 * 1024)
  })
})

describe.each(DOCUMENTS)('%s', document => {
  const text = textOf(document)

  it('has no markers of a merge', () => {
    expect(text, `Resolve the merge in ${document}`).not.toMatch(/^(<{7}|>{7}) /m)
  })

  it('names only paths that exist', () => {
    const missing = namedPaths(text).filter(
      path => !OUTSIDE.has(path) && !EXAMPLE.test(path) && !exists(document, path),
    )
    expectNone(
      missing.map(path => `${document}: ${path}`),
      'Name the path as it is now, or take the row out. Placeholders have <…>.',
    )
  })

  it('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const broken = links.filter(([, link = '', anchor]) => {
      const path = link === '' ? document : join(dirname(document), link)
      if (MODULE_READMES.has(path) && !existsSync(join(ROOT, path))) return false
      return !existsSync(join(ROOT, path)) || (anchor !== undefined && !hasAnchor(path, anchor))
    })
    expectNone(
      broken.map(([link]) => `${document}: ${link}`),
      'Link to the file and heading as they are now.',
    )
  })

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, script = '']) => script)
    expectNone(
      named.filter(script => !Object.hasOwn(scripts, script)).map(script => `${document}: npm run ${script}`),
      'Name a script of package.json.',
    )
  })
})
