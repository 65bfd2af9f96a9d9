// Where the boxes of a picture are: columns from left to right, one for each depth, and children below each other. The first child of a
// fallback is in line with it, so that the way of a request without failures is straight. Deterministic: widths are estimated, no font is
// asked.
import type { BoxKind, BoxLine, Picture, PictureBox, PictureLink } from './picture.ts'
import { clip, textWidth, wrap } from './text-width.ts'

export interface PlacedBox {
  readonly kind: BoxKind
  readonly title: string
  readonly lines: readonly BoxLine[]
  /** All of it, where it was clipped. */
  readonly full: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PlacedLink {
  readonly kind: PictureLink['kind']
  /** Wrapped and clipped. */
  readonly label: readonly string[]
  readonly full: string
  readonly from: PlacedBox
  readonly to: PlacedBox
}

export interface Layout {
  readonly boxes: readonly PlacedBox[]
  readonly links: readonly PlacedLink[]
  readonly width: number
  readonly height: number
}

export const TITLE_SIZE = 13
export const LINE_SIZE = 11
export const LINE_HEIGHT = 15
export const PADDING = 10
/** From the right side of a box to the vertical line that its links share. */
export const TRUNK = 18

/** The room of a mark before a line. */
export const MARK = 12

const MAX_TEXT = 250
const MAX_LABEL = 190
const MAX_LABEL_LINES = 3
const ROW_GAP = 22
const FAILURE_GAP = 34
/** From the left side of a box to the line of a failure. */
export const FAILURE_LINE = 28

interface Sized {
  readonly box: Omit<PlacedBox, 'x' | 'y'>
  readonly depth: number
  readonly children: readonly {
    readonly link: Omit<PlacedLink, 'from' | 'to'>
    readonly sized: Sized
  }[]
}

export function layOut({ root }: Picture): Layout {
  const sized = sizeOf(root, 0)
  const columns = columnsOf(sized)
  const boxes: PlacedBox[] = []
  const links: PlacedLink[] = []
  /** Places a part below `top` and returns its box and its lower end. */
  const place = (part: Sized, top: number): { readonly box: PlacedBox; readonly bottom: number } => {
    const { width, height } = part.box
    const x = columns[part.depth] ?? 0
    const index = boxes.length
    const childTop = top + Math.max(0, overhang(part))
    let bottom = childTop
    const placed = part.children.map(({ link, sized: child }, at) => {
      const next = place(child, at === 0 ? childTop : bottom + gapBefore(link, child))
      bottom = next.bottom
      return { link, box: next.box }
    })
    const first = placed[0]?.box
    const last = placed.at(-1)?.box
    const middle =
      first === undefined || last === undefined
        ? top + height / 2
        : part.box.kind === 'fallback'
          ? centre(first)
          : (centre(first) + centre(last)) / 2
    const box = { ...part.box, width, height, x, y: middle - height / 2 }
    boxes.splice(index, 0, box)
    for (const [at, { link, box: to }] of placed.entries())
      links.push({ ...link, from: link.kind === 'failure' ? (placed[at - 1]?.box ?? box) : box, to })
    return { box, bottom: Math.max(bottom, box.y + height) }
  }
  const { bottom } = place(sized, 0)
  return {
    boxes,
    links,
    width: Math.max(
      ...boxes.map(({ x, width }) => x + width),
      ...links.map(link =>
        link.kind === 'failure' ? failureX(link) + textWidth(failureText(link), LINE_SIZE) : 0,
      ),
    ),
    height: bottom,
  }
}

/** Where the label of a failure begins, beside its line. */
export const failureX = ({ to }: Pick<PlacedLink, 'to'>): number => to.x + FAILURE_LINE + 10

/** The column beside the line is free as far as there is nothing between the two boxes. */
export const failureText = ({ label, full }: Pick<PlacedLink, 'label' | 'full'>): string =>
  label.length <= 1 ? (label[0] ?? '') : full

const centre = ({ y, height }: PlacedBox): number => y + height / 2

/** How far a box is above its first child, where it is higher than all of its children. */
function overhang(part: Sized): number {
  const { height } = part.box
  const [first] = part.children
  if (first === undefined) return 0
  const below = part.children.reduce(
    (sum, { sized, link }, at) => sum + heightOf(sized) + (at === 0 ? 0 : gapBefore(link, sized)),
    0,
  )
  return part.box.kind === 'fallback' ? (height - first.sized.box.height) / 2 : (height - below) / 2
}

function heightOf(part: Sized): number {
  const below = part.children.reduce(
    (sum, { sized, link }, at) => sum + heightOf(sized) + (at === 0 ? 0 : gapBefore(link, sized)),
    0,
  )
  return Math.max(part.box.height, below)
}

/** A label stands above the line to its box, and must not reach into the box above. */
function gapBefore({ kind, label }: Omit<PlacedLink, 'from' | 'to'>, { box }: Sized): number {
  if (kind === 'failure') return FAILURE_GAP
  return Math.max(ROW_GAP, label.length * LINE_HEIGHT + 8 - box.height / 2)
}

function sizeOf(box: PictureBox, depth: number): Sized {
  const title = clip(box.title, TITLE_SIZE, MAX_TEXT, 'bold')
  const lines = box.lines.map(line => ({ ...line, text: clip(line.text, LINE_SIZE, MAX_TEXT) }))
  const widest = Math.max(
    textWidth(title, TITLE_SIZE, 'bold'),
    ...lines.map(({ text, mark }) => textWidth(text, LINE_SIZE) + (mark === undefined ? 0 : MARK)),
  )
  return {
    box: {
      kind: box.kind,
      title,
      lines,
      full: [box.title, ...box.lines.map(({ text }) => text)].join('\n'),
      width: Math.ceil(Math.max(90, widest + 2 * PADDING + 6)),
      height: 2 * PADDING + TITLE_SIZE + 2 + lines.length * LINE_HEIGHT,
    },
    depth,
    children: box.links.map(({ label, kind, to }) => ({
      link: { kind, label: wrap(label, LINE_SIZE, MAX_LABEL, MAX_LABEL_LINES), full: label },
      sized: sizeOf(to, depth + 1),
    })),
  }
}

/** The left side of each column: the gap before it has room for the labels in it. */
function columnsOf(root: Sized): readonly number[] {
  const widths: number[] = []
  const labels: number[] = []
  const visit = ({ box, depth, children }: Sized): void => {
    widths[depth] = Math.max(widths[depth] ?? 0, box.width)
    for (const { link, sized } of children) {
      const room =
        link.kind === 'failure' ? 0 : Math.max(0, ...link.label.map(each => textWidth(each, LINE_SIZE)))
      labels[depth + 1] = Math.max(labels[depth + 1] ?? 0, room)
      visit(sized)
    }
  }
  visit(root)
  let x = 0
  return widths.map((width, depth) => {
    if (depth > 0) x += TRUNK + Math.max(16, (labels[depth] ?? 0) + 22)
    const left = x
    x += width
    return left
  })
}
