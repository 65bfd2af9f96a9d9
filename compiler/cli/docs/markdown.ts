// Markdown of the project as HTML: GitHub's dialect and its anchors. HTML in it is shown as it is written.
// The parser is marked, which leaves out no markup by itself (https://marked.js.org: "Marked does not sanitize the output HTML"), so each
// token that could carry markup is rendered here.
import { Marked, type Token, type Tokens } from 'marked'

export interface Heading {
  readonly id: string
  readonly level: number
  readonly text: string
}

/** What is found below a heading, as plain text. */
export interface TextSection {
  /** Empty for what is above the first heading. */
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface RenderedMarkdown {
  readonly html: string
  /** The text of the first heading. */
  readonly title: string
  readonly headings: readonly Heading[]
  readonly sections: readonly TextSection[]
}

/** The address that a link leads to on the site; undefined for one that is shown as text. `line` is that of the text, from 1. */
export type ResolveLink = (href: string, line: number) => string | undefined

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => ESCAPES[character] ?? character)

const COMMENT = /^<!--[\s\S]*?-->\s*$/
/** A comment above a block of code that names its file. */
const FILE_NAME = /^<!-- ([\w@./-]+\.\w+) -->\s*$/

/** The anchor of a heading, as GitHub writes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

export function convertMarkdown(text: string, resolve: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = []
  const sections: { id: string; title: string; text: string }[] = [{ id: '', title: '', text: '' }]
  const used = new Map<string, number>()
  const lineOf = createLineSearch(text)
  let fileName: string | undefined
  /** Regions that can be scrolled need names that differ. */
  let tables = 0
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text: markup }) => {
        fileName = FILE_NAME.exec(markup)?.[1]
        return COMMENT.test(markup) ? '' : escapeHtml(markup)
      },
      heading({ tokens, depth }) {
        const title = plainText(tokens)
        const anchor = anchorOf(title)
        const count = used.get(anchor) ?? 0
        used.set(anchor, count + 1)
        const id = count === 0 ? anchor : `${anchor}-${count}`
        headings.push({ id, level: depth, text: title })
        const link =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(title)}">#</a>`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`
      },
      code: ({ text: code }) => {
        const name = fileName
        fileName = undefined
        return codeBlock(code, name ?? '')
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const to = resolve(href, lineOf(href))
        if (to === undefined) return `<span class="path" title="${escapeHtml(href)}">${content}</span>`
        return `<a href="${escapeHtml(to)}"${/^\w+:/.test(to) ? ' rel="noreferrer"' : ''}>${content}</a>`
      },
      // Nothing is fetched from elsewhere.
      image: ({ text: alternative }) => escapeHtml(alternative),
      table({ header, rows }) {
        tables += 1
        const cells = (row: readonly Tokens.TableCell[], tag: 'td' | 'th'): string =>
          `<tr>${row.map(({ tokens }) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const body = rows.map(row => cells(row, 'td')).join('\n')
        return `<section class="table-frame" tabindex="0" aria-label="Table ${tables}"><table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table></section>\n`
      },
    },
  })
  const tokens = marked.lexer(text)
  const html = marked.parser(tokens)
  // The anchors were numbered while rendering, in the same order.
  let next = 0
  for (const token of tokens)
    if (token.type === 'heading') {
      const { id = '', text: title = '' } = headings[next] ?? {}
      next += 1
      sections.push({ id, title, text: '' })
    } else {
      const section = sections.at(-1)
      if (section !== undefined && !isComment(token)) section.text += ` ${plainText([token])}`
    }
  return { html, title: headings[0]?.text ?? '', headings, sections }
}

const isComment = (token: Token): boolean => token.type === 'html' && COMMENT.test(token.raw)

/** Code that can be scrolled with the keyboard, below the name of its file if it has one. */
export function codeBlock(code: string, fileName: string, label = fileName || 'Code'): string {
  const caption = fileName === '' ? '' : `<figcaption>${escapeHtml(fileName)}</figcaption>`
  return `<figure class="code">${caption}<pre tabindex="0" aria-label="${escapeHtml(label)}"><code>${escapeHtml(code)}</code></pre></figure>\n`
}

/** All text of tokens, without markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].map(row => row.map(cell => plainText(cell.tokens)).join(' ')).join(' ')
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map(item => plainText(item.tokens)).join(' ')
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens)
      return 'text' in token && typeof token.text === 'string' ? token.text : ''
    })
    .join('')
}

/** The lines of links, whose tokens have no places: those with the same address are in their order. */
function createLineSearch(text: string): (href: string) => number {
  const from = new Map<string, number>()
  return href => {
    const at = text.indexOf(`](${href}`, from.get(href) ?? 0)
    const found = at < 0 ? text.indexOf(href) : at
    from.set(href, found + 1)
    return text.slice(0, Math.max(found, 0)).split('\n').length
  }
}
