// A picture as a Mermaid flowchart, which GitHub, GitLab and most wikis draw.
import type { BoxKind, Picture, PictureBox, PictureLink } from './picture.ts'

const SHAPES: { readonly [kind in BoxKind]: readonly [string, string] } = {
  entry: ['([', '])'],
  guard: ['[[', ']]'],
  cache: ['[(', ')]'],
  split: ['{{', '}}'],
  choice: ['{', '}'],
  fallback: ['>', ']'],
  target: ['[', ']'],
  reference: ['[', ']'],
}

/** Strong borders without fills: readable on light and dark pages. */
const CLASSES: { readonly [kind in BoxKind]: string } = {
  entry: 'stroke:#6b7280',
  guard: 'stroke:#8b5cf6,stroke-width:2px',
  cache: 'stroke:#0d9488,stroke-width:2px',
  split: 'stroke:#d97706,stroke-width:2px',
  choice: 'stroke:#ca8a04,stroke-width:2px',
  fallback: 'stroke:#dc2626,stroke-width:2px',
  target: 'stroke:#2563eb,stroke-width:2px',
  reference: 'stroke:#9ca3af,stroke-dasharray:4 3',
}

export function drawMermaid({ title, worst, root, notes }: Picture): string {
  const nodes: string[] = []
  const links: string[] = []
  const used = new Set<BoxKind>()
  const add = (box: PictureBox): string => {
    const id = `n${nodes.length}`
    const [open, close] = SHAPES[box.kind]
    used.add(box.kind)
    nodes.push(
      `  ${id}${open}"${quoted([box.title, ...box.lines.map(({ text }) => text)].join('\n'))}"${close}:::${box.kind}`,
    )
    let previous = id
    for (const link of box.links) {
      const to = add(link.to)
      links.push(`  ${link.kind === 'failure' ? previous : id} ${arrow(link)} ${to}`)
      previous = to
    }
    return id
  }
  add(root)
  return [
    `%% Plan of ${comment(title)}.`,
    ...worst.map(line => `%% ${comment(line)}`),
    ...notes.map(line => `%% ${comment(line)}`),
    'flowchart LR',
    ...nodes,
    ...links,
    ...[...used].map(kind => `  classDef ${kind} ${CLASSES[kind]}`),
  ].join('\n')
}

const arrow = ({ kind, label }: PictureLink): string => {
  const [plain, begin, end] = kind === 'failure' ? ['-.->', '-.', '.->'] : ['-->', '--', '-->']
  return label === '' ? (plain ?? '') : `${begin} "${quoted(label)}" ${end}`
}

/** Within quotes Mermaid reads entities, Markdown and some HTML. */
const quoted = (text: string): string =>
  text.replaceAll(/[#&"<>`*_{}|\\;]/g, found => `#${found.codePointAt(0)};`).replaceAll('\n', '<br/>')

const comment = (text: string): string => text.replaceAll(/[{}]/g, ' ')
