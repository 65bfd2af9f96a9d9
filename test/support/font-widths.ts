// The widths of characters that a TrueType font file has.
import { existsSync, readFileSync } from 'node:fs'

const FOLDERS = [
  '/usr/share/fonts/truetype/dejavu',
  '/usr/share/fonts/dejavu-sans-fonts',
  '/usr/share/fonts/TTF',
]

/** Thousandths of the font size, undefined for a character that the font lacks. */
export type FontWidth = (character: string) => number | undefined

/** Undefined where the font is not installed. */
export function fontWidths(file: string): FontWidth | undefined {
  const path = FOLDERS.map(folder => `${folder}/${file}`).find(existsSync)
  return path === undefined ? undefined : readWidths(readFileSync(path))
}

/** Reads the tables head, hhea, hmtx, and a cmap of format 4. */
function readWidths(font: Buffer): FontWidth {
  const tables = new Map<string, number>()
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8))
  const table = (name: string): number => tables.get(name) ?? 0
  const unitsPerEm = font.readUInt16BE(table('head') + 18)
  const metrics = font.readUInt16BE(table('hhea') + 34)
  const subtables = Array.from({ length: font.readUInt16BE(table('cmap') + 2) }, (_, index) => {
    const at = table('cmap') + 4 + 8 * index
    return table('cmap') + font.readUInt32BE(at + 4)
  })
  const map = subtables.find(at => font.readUInt16BE(at) === 4) ?? 0
  const segments = font.readUInt16BE(map + 6) / 2
  const ends = map + 14
  const starts = ends + 2 * segments + 2
  const deltas = starts + 2 * segments
  const offsets = deltas + 2 * segments
  const glyphOf = (code: number): number => {
    for (let index = 0; index < segments; index += 1) {
      const start = font.readUInt16BE(starts + 2 * index)
      if (code < start || code > font.readUInt16BE(ends + 2 * index)) continue
      const delta = font.readUInt16BE(deltas + 2 * index)
      const offset = font.readUInt16BE(offsets + 2 * index)
      if (offset === 0) return (code + delta) & 0xffff
      const glyph = font.readUInt16BE(offsets + 2 * index + offset + 2 * (code - start))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
  return character => {
    const glyph = glyphOf(character.codePointAt(0) ?? 0)
    if (glyph === 0) return undefined
    return (font.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, metrics - 1)) * 1000) / unitsPerEm
  }
}
