// The documents of the site in the order of its navigation.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, with a slash: of a checkout or of an installation. */
export const PACKAGE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../', import.meta.url),
)

export interface DocumentGroup {
  readonly title: string
  /** From the folder of the package. */
  readonly documents: readonly string[]
}

/** The folders whose other documents are about the code. */
const FOLDERS = ['compiler', 'runtime', 'schemas', 'test']

const READER_PAGES: readonly DocumentGroup[] = [
  {
    title: 'Use',
    documents: [
      'README.md',
      'schemas/tasks.md',
      'schemas/clients.md',
      'schemas/coding-agents.md',
      'schemas/glossary.md',
    ],
  },
  {
    title: 'Reference',
    documents: [
      'schemas/reference/README.md',
      'schemas/reference/manifest.md',
      'schemas/reference/config.md',
      'schemas/reference/checks.md',
      'schemas/reference/headers.md',
      'schemas/reference/routes.md',
      'schemas/reference/failures.md',
      'schemas/reference/log-record.md',
    ],
  },
  {
    title: 'Operate',
    documents: [
      'schemas/operation.md',
      'schemas/dashboards.md',
      'schemas/stability.md',
      'schemas/threat-model.md',
      '.github/SECURITY.md',
      'schemas/decisions.md',
      'CHANGELOG.md',
    ],
  },
]

/** Not for readers. */
const SKIPPED = new Set(['.github/pull_request_template.md'])

/** The documents below `root`, the folder of a package; a new one joins the group of its folder. */
export function documentGroups(root: string): readonly DocumentGroup[] {
  const reader = READER_PAGES.map(({ title, documents }) => ({
    title,
    documents: documents.filter(path => existsSync(join(root, path))),
  }))
  const listed = new Set(reader.flatMap(({ documents }) => documents))
  const below = (folder: string): readonly string[] =>
    documentsBelow(root, folder).filter(path => !listed.has(path) && !SKIPPED.has(path))
  const [use, ...others] = reader
  return [
    ...(use === undefined ? [] : [use]),
    { title: 'Examples', documents: below('examples') },
    ...others,
    { title: 'The code', documents: [...FOLDERS.flatMap(below)] },
    { title: 'Contributing', documents: below('.github') },
  ]
}

/** A README is before the other documents of its folder. */
const documentsBelow = (root: string, folder: string): readonly string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
        .filter(
          path => path.endsWith('.md') && !path.includes('node_modules') && !/\/\.portolan\//.test(path),
        )
        .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
    : []

const sortKey = (path: string): string => path.replace(/README\.md$/, '')

/** The file of a document on the site: a README is the index of its folder, and no folder is hidden. */
export const pagePath = (document: string): string =>
  document
    .replace(/^\.github\//, 'contributing/')
    .replace(/^contributing\/contributing\//, 'contributing/')
    .replace(/^contributing\/CONTRIBUTING\.md$/, 'contributing/index.md')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html')
