// A picture as SVG: readable in light and dark, without scripts, fonts or anything else from elsewhere.
import { escapeAttribute, escapeText } from '../xml-text.ts'
import {
  FAILURE_LINE,
  failureText,
  failureX,
  LINE_HEIGHT,
  LINE_SIZE,
  layOut,
  MARK,
  PADDING,
  type PlacedBox,
  type PlacedLink,
  TITLE_SIZE,
  TRUNK,
} from './layout.ts'
import type { BoxKind, BoxLine, Picture } from './picture.ts'
import { textWidth } from './text-width.ts'

const MARGIN = 24
const HEADER_LINE = 18

/** Stripes of the boxes: distinct in light and dark, and for people who do not see all colours. */
const STRIPES: { readonly [kind in BoxKind]: string } = {
  entry: '#6b7280',
  guard: '#8b5cf6',
  cache: '#0d9488',
  split: '#d97706',
  choice: '#ca8a04',
  fallback: '#dc2626',
  target: '#2563eb',
  reference: '#9ca3af',
}

const MARKS: { readonly [mark in NonNullable<BoxLine['mark']>]: string } = {
  guard: STRIPES.guard,
  cache: STRIPES.cache,
  breaker: STRIPES.fallback,
}

const STYLE = `
.portolan { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.portolan .page { fill: #ffffff; }
.portolan text { fill: #1f2937; font-size: ${LINE_SIZE}px; }
.portolan .quiet { fill: #5b6472; }
.portolan .name { font-size: ${TITLE_SIZE}px; font-weight: 600; }
.portolan .heading { font-size: 18px; font-weight: 600; }
.portolan .box { fill: #f8fafc; stroke: #94a3b8; }
.portolan .reference .box { fill: none; stroke-dasharray: 4 3; }
.portolan .way { fill: none; stroke: #64748b; stroke-width: 1.4; }
.portolan .failure { fill: none; stroke: #c81e1e; stroke-width: 1.4; stroke-dasharray: 5 4; }
.portolan .tip { fill: #64748b; } .portolan .failed { fill: #c81e1e; }
.portolan text.failed { fill: #b91c1c; }
@media (prefers-color-scheme: dark) {
.portolan .page { fill: #0f172a; }
.portolan text { fill: #e5e7eb; }
.portolan .quiet { fill: #a3adbd; }
.portolan .box { fill: #1e293b; stroke: #475569; }
.portolan .way { stroke: #94a3b8; } .portolan .tip { fill: #94a3b8; }
.portolan .failure { stroke: #f87171; } .portolan .failed { fill: #f87171; }
.portolan text.failed { fill: #fca5a5; }
}`

export interface SvgOptions {
  /** Whether the picture has its title, its worst case and its notes; a page has them in its text. */
  readonly hasHeader: boolean
}

export function drawSvg(picture: Picture, { hasHeader }: SvgOptions): string {
  const { boxes, links, width, height } = layOut(picture)
  const header = hasHeader ? [picture.title, ...picture.worst] : []
  const footer = [
    ...(links.some(({ kind }) => kind === 'failure') ? [LEGEND] : []),
    ...(hasHeader ? picture.notes : []),
  ]
  const top = MARGIN + (header.length === 0 ? 0 : header.length * HEADER_LINE + 20)
  const textRoom = Math.max(
    0,
    ...[...header, ...footer].map((line, at) =>
      at === 0 && hasHeader ? textWidth(line, 18, 'bold') : textWidth(line, LINE_SIZE),
    ),
  )
  const full = Math.ceil(Math.max(width, textRoom) + 2 * MARGIN)
  const tall = Math.ceil(top + height + (footer.length === 0 ? 0 : footer.length * HEADER_LINE + 12) + MARGIN)
  const label = escapeAttribute([`Plan of ${picture.title}.`, ...picture.worst].join(' '))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="portolan" viewBox="0 0 ${full} ${tall}" width="${full}" height="${tall}" role="img" aria-label="${label}">`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="${full}" height="${tall}"/>`,
    ...header.map((line, at) =>
      text(MARGIN, MARGIN + 8 + at * HEADER_LINE + (at === 0 ? 0 : 4), line, at === 0 ? 'heading' : 'quiet'),
    ),
    `<g transform="translate(${MARGIN} ${top})">`,
    ...links.map(drawLink),
    ...boxes.map(drawBox),
    '</g>',
    ...footer.map((line, at) => text(MARGIN, top + height + 28 + at * HEADER_LINE, line, 'quiet')),
    '</svg>',
  ].join('\n')
}

const LEGEND =
  'Solid: the way of a request. Dashed: after a failure, with the statuses that lead there; network failures count as theirs.'

const text = (x: number, y: number, content: string, classes: string, anchor = ''): string =>
  `<text class="${classes}" x="${round(x)}" y="${round(y)}"${anchor}>${escapeText(content)}</text>`

const round = (value: number): string => String(Math.round(value * 10) / 10)

function drawBox({ kind, title, lines, full, x, y, width, height }: PlacedBox): string {
  const left = x + PADDING + 5
  return [
    `<g class="${kind}"><title>${escapeText(full)}</title>`,
    `<rect class="box" x="${round(x)}" y="${round(y)}" width="${width}" height="${height}" rx="6"/>`,
    `<rect x="${round(x)}" y="${round(y + 6)}" width="4" height="${height - 12}" rx="2" fill="${STRIPES[kind]}"/>`,
    text(left, y + PADDING + TITLE_SIZE - 2, title, 'name'),
    ...lines.flatMap(({ text: content, mark }, at) => {
      const baseline = y + PADDING + TITLE_SIZE + LINE_HEIGHT * (at + 1) - 2
      if (mark === undefined) return [text(left, baseline, content, 'quiet')]
      return [
        `<rect x="${round(left)}" y="${round(baseline - 8)}" width="8" height="8" rx="2" fill="${MARKS[mark]}"/>`,
        text(left + MARK, baseline, content, 'quiet'),
      ]
    }),
    '</g>',
  ].join('')
}

function drawLink(link: PlacedLink): string {
  return link.kind === 'failure' ? drawFailure(link) : drawWay(link)
}

/** Right to the trunk, along it, and right to the box, with round corners. */
function drawWay({ from, to, label, full }: PlacedLink): string {
  const start = from.x + from.width
  const trunk = start + TRUNK
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2]
  const end = to.x - 6
  const bend = Math.min(8, Math.abs(y2 - y1) / 2)
  const sign = y2 > y1 ? 1 : -1
  const path =
    bend < 1
      ? `M${round(start)} ${round(y1)}H${round(end)}`
      : `M${round(start)} ${round(y1)}H${round(trunk - bend)}Q${round(trunk)} ${round(y1)} ${round(trunk)} ${round(y1 + sign * bend)}V${round(y2 - sign * bend)}Q${round(trunk)} ${round(y2)} ${round(trunk + bend)} ${round(y2)}H${round(end)}`
  // Beside the box, so that it is clear which one it is of.
  const anchor = ' text-anchor="end"'
  const lines = label.map((line, at) =>
    text(to.x - 12, y2 - 6 - (label.length - 1 - at) * LINE_HEIGHT, line, '', anchor),
  )
  return [
    `<g><title>${escapeText(full)}</title><path class="way" d="${path}"/>`,
    `<path class="tip" d="M${round(to.x)} ${round(y2)}l-8 -4v8z"/>`,
    ...lines,
    '</g>',
  ].join('')
}

/** Down from the target that failed to the one that is next. */
function drawFailure(link: PlacedLink): string {
  const { from, to, full } = link
  const x = to.x + FAILURE_LINE
  const [y1, y2] = [from.y + from.height, to.y]
  return [
    `<g><title>${escapeText(full)}</title><path class="failure" d="M${round(x)} ${round(y1)}V${round(y2 - 7)}"/>`,
    `<path class="failed" d="M${round(x)} ${round(y2)}l-4 -8h8z"/>`,
    text(failureX(link), y2 - y1 > 80 ? y2 - 14 : (y1 + y2) / 2 + 4, failureText(link), 'failed'),
    '</g>',
  ].join('')
}
