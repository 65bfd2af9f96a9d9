// The frame of a page of the site: navigation, search, and the policy that allows nothing but the site's own files.
import { escapeHtml, type Heading } from './markdown.ts'

export interface NavigationGroup {
  readonly title: string
  readonly pages: readonly { readonly path: string; readonly title: string }[]
}

export interface SitePage {
  /** From the root of the site. */
  readonly path: string
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** Scripts besides that of every page, from the root of the site. */
  readonly scripts?: readonly string[]
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The address of a file of the site in a page of it. */
export function relativePath(from: string, to: string): string {
  const steps = from.split('/').slice(0, -1)
  const parts = to.split('/')
  let shared = 0
  while (shared < steps.length && shared < parts.length - 1 && steps[shared] === parts[shared]) shared += 1
  return [...steps.slice(shared).map(() => '..'), ...parts.slice(shared)].join('/')
}

/** Headings that the list of a page shows. */
const LISTED = 2
/** Fewer are not worth a list. */
const FEWEST = 3

export function renderPage(page: SitePage, navigation: readonly NavigationGroup[], version: string): string {
  const { path, title, html, headings, scripts = [] } = page
  const to = (target: string): string => escapeHtml(relativePath(path, target))
  const listed = headings.filter(({ level }) => level === LISTED)
  const contents =
    listed.length < FEWEST
      ? ''
      : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${listed
          .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
          .join('')}</ul></nav>`
  const all = navigation.flatMap(({ pages }) => pages)
  const at = all.findIndex(each => each.path === path)
  const neighbour = (index: number, label: string): string => {
    const found = at < 0 ? undefined : all[index]
    return found === undefined
      ? ''
      : `<a rel="${label === 'Next' ? 'next' : 'prev'}" href="${to(found.path)}"><span>${label}</span> ${escapeHtml(found.title)}</a>`
  }
  return `<!doctype html>
<html lang="en" data-root="${'../'.repeat(path.split('/').length - 1)}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)} – Portolan</title>
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('search.js')}"></script>
${scripts.map(script => `<script src="${to(script)}" defer></script>\n`).join('')}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="${to('index.html')}">Portolan <small>${escapeHtml(version)}</small></a>
<search class="search" hidden><label for="search" class="unseen">Search the documentation</label><input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="found"><div id="found" class="found" hidden></div></search>
<label class="theme" hidden><span class="unseen">Theme</span><select id="theme"><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<div class="site">
<details class="pages"><summary>Pages</summary><nav aria-label="Pages">
${navigation.map(group => navigationGroup(group, page)).join('\n')}
</nav></details>
<main id="content" tabindex="-1">
<article>
${html}
</article>
<nav class="neighbours" aria-label="Next pages">${neighbour(at - 1, 'Previous')}${neighbour(at + 1, 'Next')}</nav>
</main>
${contents}
</div>
</body>
</html>
`
}

function navigationGroup({ title, pages }: NavigationGroup, { path }: SitePage): string {
  const links = pages.map(
    each =>
      `<li><a href="${escapeHtml(relativePath(path, each.path))}"${each.path === path ? ' aria-current="page"' : ''}>${escapeHtml(each.title)}</a></li>`,
  )
  const isOpen = pages.some(each => each.path === path)
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`
}
