// `portolan docs`: the documents of the package as a site of static files, whose links are checked.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { failureAdvice } from '../../../schemas/generated/failure-advice.ts'
import { diagnosticMessages } from '../../diagnostics/messages.ts'
import { VERSION } from '../../facts/version.ts'
import { withoutLinks } from '../../plan/request-path.ts'
import { exampleFiles } from './example-files.ts'
import { codeBlock, convertMarkdown, escapeHtml, type Heading, type TextSection } from './markdown.ts'
import { type NavigationGroup, relativePath, renderPage, type SitePage } from './page-template.ts'
import { buildSearchIndex } from './search-index.ts'
import { readSiteAsset, SITE_ASSETS } from './site-assets.ts'
import { documentGroups, PACKAGE, pagePath } from './site-pages.ts'

export interface Site {
  /** By their paths below the root of the site. */
  readonly files: ReadonlyMap<string, string>
  /** Broken links: `file:line: sentence`. */
  readonly faults: readonly string[]
}

interface BuiltPage extends SitePage {
  readonly sections: readonly TextSection[]
}

/** A link within the site whose anchor is checked when all pages are known. */
interface AnchorUse {
  readonly place: string
  readonly path: string
  readonly anchor: string
}

/** `root`: the folder of the package; `readAsset` reads the files that are not made from documents. */
export async function buildSite(root = PACKAGE, readAsset = readSiteAsset): Promise<Site> {
  const groups = documentGroups(root)
  const documents = new Set(groups.flatMap(each => each.documents))
  const faults: string[] = []
  const sources = existsSync(join(root, 'tsconfig.json')) ? root : undefined
  const uses: AnchorUse[] = []
  const examples = new Map(
    [...documents]
      .filter(path => /^examples\/[^/]+\/README\.md$/.test(path))
      .map(path => [dirname(path), exampleFiles(join(root, dirname(path)))] as const),
  )
  const resolveIn = (document: string) => (href: string, line: number) =>
    resolveLink(document, href, line, { sources, documents, examples, faults, uses })

  const built = groups.map(({ title, documents: paths }) => ({
    title,
    pages: paths.map((document): BuiltPage => {
      const text = readFileSync(join(root, document), 'utf8')
      const rendered = convertMarkdown(text, resolveIn(document))
      const files = examples.get(dirname(document))
      const added = files === undefined ? NOTHING : exampleSections(dirname(document), files)
      return {
        path: pagePath(document),
        title: titleOf(document, rendered.title),
        html: rendered.html + added.html,
        headings: [...rendered.headings, ...added.headings],
        sections: [...rendered.sections, ...added.sections],
      }
    }),
  }))
  const messages = messagePages()
  const pages = [...built.flatMap(({ pages: each }) => each), ...messages, COMPILER_PAGE]
  const anchors = new Map(pages.map(page => [page.path, new Set(page.headings.map(({ id }) => id))]))
  for (const { place, path, anchor } of uses)
    if (anchors.get(path)?.has(anchor) !== true) faults.push(`${place}: ${path} has no heading "#${anchor}".`)

  const navigation = built.map(
    ({ title, pages: each }): NavigationGroup => ({
      title,
      pages: [
        ...each.map(({ path, title: name }) => ({ path, title: name })),
        ...(title === 'Use' ? [{ path: COMPILER_PAGE.path, title: COMPILER_PAGE.title }] : []),
        ...(title === 'Reference' ? [{ path: 'messages/index.html', title: 'Messages' }] : []),
      ],
    }),
  )
  const files = new Map(pages.map(page => [page.path, renderPage(page, navigation, VERSION)]))
  const index = buildSearchIndex(pages)
  files.set('search-index.js', scriptOf('portolanIndex', index))
  files.set('examples.js', scriptOf('portolanExamples', projectsOf(examples)))
  for (const name of SITE_ASSETS) files.set(name, await readAsset(name))
  return { files, faults }
}

const NOTHING = { html: '', headings: [], sections: [] } as const

/** A script that sets a global: other files cannot be read by a page that was opened from a folder. */
const scriptOf = (name: string, value: unknown): string =>
  `window.${name}=${JSON.stringify(value).replaceAll('<', '\\u003c')}\n`

/** Documents of the code are named by their folders: most are called like a part of it. */
const titleOf = (document: string, heading: string): string =>
  document === 'README.md'
    ? 'Introduction'
    : /^(?:compiler|runtime|schemas|test)\/.*README\.md$/.test(document) &&
        document !== 'schemas/reference/README.md'
      ? dirname(document)
      : heading || document

interface LinkSurroundings {
  /** The folder that other files are in; undefined in an installation, which has no sources, so that links to them are not checked. */
  readonly sources: string | undefined
  readonly documents: ReadonlySet<string>
  readonly examples: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly faults: string[]
  readonly uses: AnchorUse[]
}

function resolveLink(
  document: string,
  href: string,
  line: number,
  { sources, documents, examples, faults, uses }: LinkSurroundings,
): string | undefined {
  if (/^(?:https?|mailto):/.test(href)) return href
  const place = `${document}:${line}`
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) {
    faults.push(`${place}: the link ${href} is neither a web address nor a path.`)
    return undefined
  }
  const [written = '', anchor = ''] = href.split('#', 2)
  const here = pagePath(document)
  const target = written === '' ? document : posix.normalize(posix.join(posix.dirname(document), written))
  const page = pageOf(target.replace(/\/$/, ''), documents)
  if (page !== undefined) {
    if (anchor !== '') uses.push({ place, path: page, anchor })
    return (written === '' ? '' : relativePath(here, page)) + (anchor === '' ? '' : `#${anchor}`)
  }
  const folder = posix.join(...target.split('/').slice(0, 2))
  const inExample = target.slice(folder.length + 1)
  const files = examples.get(folder)
  if (files !== undefined && inExample in files)
    return `${relativePath(here, pagePath(`${folder}/README.md`))}#${fileAnchor(inExample)}`
  if (sources !== undefined && !existsSync(join(sources, target)))
    faults.push(`${place}: the file ${target} does not exist.`)
  return undefined
}

function pageOf(target: string, documents: ReadonlySet<string>): string | undefined {
  const document = [target, `${target === '.' ? '' : `${target}/`}README.md`].find(each =>
    documents.has(each),
  )
  return document === undefined ? undefined : pagePath(document)
}

// The files of an example, below its README.

const fileAnchor = (path: string): string => `file-${path.replaceAll(/[^\w-]/g, '-')}`

/** Characters of a file that are shown. */
const MAX_SHOWN = 20_000

const isProject = (files: Readonly<Record<string, string>>): boolean => 'gateway.yaml' in files

function exampleSections(
  folder: string,
  files: Readonly<Record<string, string>>,
): Pick<BuiltPage, 'html' | 'headings' | 'sections'> {
  const shown = Object.entries(files).filter(([path]) => !path.endsWith('.md'))
  const headings: Heading[] = [
    { id: 'files', level: 2, text: 'Files' },
    ...shown.map(([path]) => ({ id: fileAnchor(path), level: 3, text: path })),
  ]
  const name = folder.slice(folder.indexOf('/') + 1)
  const opened = isProject(files)
    ? `<p><a href="${relativePath(pagePath(`${folder}/README.md`), COMPILER_PAGE.path)}#${name}">Open it in the compiler</a></p>`
    : ''
  const html = shown.map(([path, text]) => {
    const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text
    return `<h3 id="${fileAnchor(path)}">${escapeHtml(path)}</h3>\n${codeBlock(cut, '', path)}`
  })
  return {
    html: `<h2 id="files">Files</h2>${opened}\n${html.join('')}`,
    headings,
    sections: shown.map(([path, text]) => ({
      id: fileAnchor(path),
      title: path,
      text: text.slice(0, MAX_SHOWN),
    })),
  }
}

/** Projects that the page of the compiler opens: what people write. */
const projectsOf = (examples: ReadonlyMap<string, Readonly<Record<string, string>>>) =>
  Object.fromEntries(
    [...examples].flatMap(([folder, files]) => {
      const texts = Object.entries(files).filter(
        ([path]) =>
          /\.(?:ya?ml|json|txt|ts)$/.test(path) &&
          (!path.includes('/') || /^(?:configs|prompts|prices)\//.test(path)),
      )
      return isProject(files)
        ? [[folder.slice(folder.indexOf('/') + 1), Object.fromEntries(texts)] as const]
        : []
    }),
  )

// The explanations of `portolan explain`: a page for each code, and a list.

const INTRODUCTION =
  'Diagnostics of the compiler, and failures that the gateway replies with. "portolan explain CODE" prints the same explanations.'

function messagePages(): readonly BuiltPage[] {
  const codes = Object.entries(diagnosticMessages).sort(byCode)
  const failures = Object.entries(failureAdvice).sort(byCode)
  const list = (rows: readonly (readonly [code: string, title: string])[]): string =>
    rows
      .map(([code, title]) => `<li><a href="${code}.html"><code>${code}</code></a> ${inlineHtml(title)}</li>`)
      .join('\n')
  const headings = [
    { id: 'messages', level: 1, text: 'Messages' },
    { id: 'diagnostics', level: 2, text: 'Diagnostics of the compiler' },
    { id: 'failures', level: 2, text: 'Failures of the gateway' },
  ]
  const [first, second, third] = headings.map(
    ({ id, level, text }) => `<h${level} id="${id}">${text}</h${level}>`,
  )
  const diagnosticList = list(codes.map(([code, { title }]) => [code, title]))
  const failureList = list(failures.map(([code, { description }]) => [code, withoutLinks(description)]))
  return [
    {
      path: 'messages/index.html',
      title: 'Messages',
      html: `${first}<p>${escapeHtml(INTRODUCTION)}</p>${second}<ul>${diagnosticList}</ul>${third}<ul>${failureList}</ul>`,
      headings,
      sections: [{ id: '', title: 'Messages', text: INTRODUCTION }],
    },
    ...codes.map(([code, { severity, title, explanation }]) =>
      messagePage(code, severity, title, explanation, blocksHtml(explanation)),
    ),
    ...failures.map(([code, { fault, description, action }]) => {
      const texts = [description, action].map(withoutLinks)
      const html = texts.map(text => `<p>${inlineHtml(text)}</p>`).join('')
      return messagePage(
        code,
        'failure',
        `A reply of the gateway, caused by the ${fault}.`,
        texts.join(' '),
        html,
      )
    }),
  ]
}

const byCode = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

const messagePage = (code: string, kind: string, title: string, text: string, html: string): BuiltPage => ({
  path: `messages/${code}.html`,
  title: code,
  html: `<h1 id="${code}"><code>${code}</code></h1><p><span class="badge ${kind}">${kind}</span> ${escapeHtml(title)}</p>${html}`,
  headings: [{ id: code, level: 1, text: code }],
  sections: [{ id: '', title: code, text: `${title} ${text}` }],
})

const inlineHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** Paragraphs, and examples that are indented. */
const blocksHtml = (text: string): string =>
  text
    .split(/\n(?=\n)/)
    .map(block => block.replace(/^\n+/, ''))
    .map(block =>
      block.startsWith('    ')
        ? codeBlock(block.replaceAll(/^ {4}/gm, ''), '')
        : `<p>${escapeHtml(block.replaceAll('\n', ' '))}</p>`,
    )
    .join('')

const COMPILER_PAGE: BuiltPage = {
  path: 'compiler.html',
  title: 'The compiler in the page',
  html: `<h1 id="compiler">The compiler in the page</h1>
<p>Edit a project, and see what <code>portolan check</code>, <code>print</code> and <code>analyse</code> say about it. Everything runs in your browser: nothing is sent.</p>
<div id="workbench"><noscript>The compiler needs JavaScript.</noscript></div>`,
  headings: [{ id: 'compiler', level: 1, text: 'The compiler in the page' }],
  sections: [
    {
      id: '',
      title: 'The compiler in the page',
      text: 'Edit a project in the browser: editor, playground, diagnostics, plan, patch.',
    },
  ],
  scripts: ['examples.js', 'compiler-page.js'],
}
