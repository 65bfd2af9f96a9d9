// No text of a picture leaves its box: widths are those of the widest font that pictures name, and more for what is not in its table.
import { describe, expect, it } from 'vitest'
import { drawSvg } from '../../../compiler/cli/graph/draw-svg.ts'
import { LINE_SIZE, TITLE_SIZE } from '../../../compiler/cli/graph/layout.ts'
import type { Picture } from '../../../compiler/cli/graph/picture.ts'
import { clip, textWidth, type Weight } from '../../../compiler/cli/graph/text-width.ts'
import { fontWidths } from '../../support/font-widths.ts'

/** Widths in thousandths of the font size: measured in DejaVu Sans 2.37; ideographs are squares in every font. */
const MEASURED: readonly (readonly [character: string, regular: number, bold: number])[] = [
  ['i', 278, 343],
  ['e', 615, 678],
  ['m', 974, 1042],
  ['W', 989, 1103],
  ['0', 636, 696],
  ['-', 361, 415],
  ['_', 500, 500],
  ['@', 1000, 1000],
  ['%', 950, 1002],
  ['…', 1000, 1000],
  ['→', 838, 838],
  ['Œ', 1070, 1167],
  ['Щ', 1094, 1326],
  ['س', 1221, 1380],
  ['中', 1000, 1000],
  ['한', 1000, 1000],
  ['ｗ', 1000, 1000],
]

it.each(MEASURED)('%s is not wider than it is taken for', (character, regular, bold) => {
  expect(textWidth(character, 1000)).toBeGreaterThanOrEqual(regular)
  expect(textWidth(character, 1000, 'bold')).toBeGreaterThanOrEqual(bold)
})

const TEXTS: readonly string[] = [
  '@a-very-long-slug-of-a-provider-that-somebody-named-after-its-purpose-and-its-region gpt-4o-mini-2024-07-18',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  'mmmm@@@@%%%%MMMM',
  'iiiillll....,,,,',
  '@中文的提供者 模型名称很长很长很长很长很长很长很长很长很长很长',
  'ШЩЮЖ ШЩЮЖ ШЩЮЖ ШЩЮЖ ШЩЮЖ ШЩЮЖ',
  'x',
]

const fonts: { readonly [weight in Weight]: ReturnType<typeof fontWidths> } = {
  regular: fontWidths('DejaVuSans.ttf'),
  bold: fontWidths('DejaVuSans-Bold.ttf'),
}
/** In this font; ideographs come from another one, in which they are squares. */
const measure = (text: string, size: number, weight: Weight): number =>
  Array.from(text, character => fonts[weight]?.(character) ?? 1000).reduce((sum, width) => sum + width, 0) *
  (size / 1000)

const picture: Picture = {
  title: 'chat',
  worst: [],
  notes: [],
  root: {
    kind: 'fallback',
    title: 'fallback',
    lines: [],
    links: TEXTS.map(text => ({
      kind: 'failure',
      label: text,
      to: { kind: 'target', title: text, lines: [{ text }, { text, mark: 'guard' }], links: [] },
    })),
  },
}

interface DrawnBox {
  readonly left: number
  readonly right: number
  readonly texts: readonly { readonly x: number; readonly text: string; readonly isTitle: boolean }[]
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const boxesOf = (svg: string): readonly DrawnBox[] =>
  Array.from(svg.matchAll(/<g class="\w+"><title>[\s\S]*?<\/title>([\s\S]*?)<\/g>/g), ([, group = '']) => {
    const [, x = '', width = ''] = /class="box" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/.exec(group) ?? []
    return {
      left: Number(x),
      right: Number(x) + Number(width),
      texts: Array.from(
        group.matchAll(/<text class="(\w+)" x="([\d.]+)"[^>]*>([^<]*)<\/text>/g),
        ([, kind = '', at = '', text = '']) => ({
          x: Number(at),
          text: unescaped(text),
          isTitle: kind === 'name',
        }),
      ),
    }
  })

describe('a box', () => {
  const boxes = boxesOf(drawSvg(picture, { hasHeader: true }))

  it('has each text with room to its right, by the widths of pictures', () => {
    expect(boxes).toHaveLength(TEXTS.length + 1)
    expect(boxes.flatMap(({ texts }) => texts).length).toBe(3 * TEXTS.length + 1)
    for (const { left, right, texts } of boxes)
      for (const { x, text, isTitle } of texts) {
        expect(x).toBeGreaterThanOrEqual(left + 10)
        const width = isTitle ? textWidth(text, TITLE_SIZE, 'bold') : textWidth(text, LINE_SIZE)
        expect(x + width, text).toBeLessThanOrEqual(right - 8)
      }
  })

  it.skipIf(fonts.regular === undefined || fonts.bold === undefined)(
    'has each text with room to its right, by the font, where it is installed',
    () => {
      for (const { right, texts } of boxes)
        for (const { x, text, isTitle } of texts)
          expect(
            x + measure(text, isTitle ? TITLE_SIZE : LINE_SIZE, isTitle ? 'bold' : 'regular'),
            text,
          ).toBeLessThanOrEqual(right - 8)
    },
  )
})

it('the labels of failures end within the picture', () => {
  const svg = drawSvg(picture, { hasHeader: true })
  const full = Number(/<svg [^>]*width="(\d+)"/.exec(svg)?.[1])
  const labels = Array.from(svg.matchAll(/<text class="failed" x="([\d.]+)"[^>]*>([^<]*)</g))
  expect(labels.length).toBeGreaterThan(0)
  for (const [, x = '', text = ''] of labels)
    expect(24 + Number(x) + textWidth(unescaped(text), LINE_SIZE)).toBeLessThanOrEqual(full - 24 + 1)
})

it.each(TEXTS)('a clipped text is no wider than its room, and ends with an ellipsis: %s', text => {
  for (const weight of ['regular', 'bold'] as const) {
    const clipped = clip(text, TITLE_SIZE, 60, weight)
    expect(textWidth(clipped, TITLE_SIZE, weight)).toBeLessThanOrEqual(60)
    expect(clipped === text || clipped.endsWith('…')).toBe(true)
  }
})

it.skipIf(fonts.regular === undefined)('the table has the widths of the font, where it is installed', () => {
  for (const weight of ['regular', 'bold'] as const)
    for (let code = 0x20; code < 0x460; code += code === 0x17f ? 0x251 : 1) {
      const character = String.fromCodePoint(code)
      const width = fonts[weight]?.(character)
      if (width === undefined) continue
      const taken = textWidth(character, 1000, weight)
      expect(taken, character).toBeGreaterThanOrEqual(width)
      if (code < 0x7f) expect(taken - width, character).toBeLessThan(1)
    }
})
