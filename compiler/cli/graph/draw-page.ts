// Pictures and analyses of plans as one HTML page that loads nothing and runs nothing: it can be mailed, and stored with a release.
import type { ReportSection, ReportTable } from '../../report/section.ts'
import { escapeAttribute, escapeText } from '../xml-text.ts'
import { drawSvg } from './draw-svg.ts'
import type { Picture } from './picture.ts'

export interface PagePlan {
  readonly picture: Picture
  /** The tables below the picture. */
  readonly sections: readonly ReportSection[]
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2937; --quiet: #5b6472; --page: #ffffff; --line: #d8dee7; --head: #f3f5f9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e7eb; --quiet: #a3adbd; --page: #0f172a; --line: #334155; --head: #1e293b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 92rem; color: var(--ink); background: var(--page);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; } h2 { font-size: 1.3rem; margin: 3rem 0 .3rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .3rem; }
p { margin: .3rem 0; max-width: 75ch; } .quiet { color: var(--quiet); font-size: .9em; }
nav a { color: inherit; margin-right: 1rem; }
.picture, .table { overflow-x: auto; margin: 1rem 0; }
svg { display: block; height: auto; max-width: 100%; min-width: 40rem; }
table { border-collapse: collapse; font-size: .87rem; }
caption { text-align: left; color: var(--quiet); padding: .3rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem; border: 1px solid var(--line); }
th { background: var(--head); font-weight: 600; }
details { margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; }
@media print { details > * { display: block; } .picture { overflow: visible; } svg { max-width: 100%; } }`

export const drawPage = (title: string, plans: readonly PagePlan[]): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Nothing is loaded and no script runs, whatever a config may contain.
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${escapeText(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    `<h1>${escapeText(title)}</h1>`,
    ...(plans.length < 2 ? [] : [`<nav>${plans.map(toLink).join(' ')}</nav>`]),
    ...plans.map(toSection),
    '</body>',
    '</html>',
  ].join('\n')

const anchorOf = (index: number): string => `plan-${index + 1}`

const toLink = ({ picture }: PagePlan, index: number): string =>
  `<a href="#${anchorOf(index)}">${escapeText(picture.title)}</a>`

const toSection = ({ picture, sections }: PagePlan, index: number): string =>
  [
    `<section id="${escapeAttribute(anchorOf(index))}">`,
    `<h2>${escapeText(picture.title)}</h2>`,
    ...[...picture.worst, ...picture.notes].map(line => `<p>${escapeText(line)}</p>`),
    `<div class="picture">${drawSvg(picture, { hasHeader: false })}</div>`,
    ...sections.map(
      ({ title, sentences, tables, notes }) =>
        `<details><summary>${escapeText(title)}</summary>${[
          ...sentences.map(line => `<p>${escapeText(line)}</p>`),
          ...tables.map(toTable),
          ...notes.map(line => `<p class="quiet">${escapeText(line)}</p>`),
        ].join('\n')}</details>`,
    ),
    '</section>',
  ].join('\n')

const cells = (tag: 'th' | 'td', row: readonly string[]): string =>
  `<tr>${row.map(cell => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`

const toTable = ({ caption, header, rows }: ReportTable): string =>
  [
    '<div class="table"><table>',
    ...(caption === undefined ? [] : [`<caption>${escapeText(caption)}</caption>`]),
    `<thead>${cells('th', header)}</thead>`,
    `<tbody>${rows.map(row => cells('td', row)).join('')}</tbody>`,
    '</table></div>',
  ].join('')
