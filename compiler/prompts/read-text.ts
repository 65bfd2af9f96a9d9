// Reads a text file as the template of a partial.
import type { SourceReader } from '../read/reader.ts'

export const readTemplateText: SourceReader = source => {
  const value = { start: 0, end: source.text.length }
  return {
    source,
    value: { template: source.text },
    origins: new Map([
      ['', { value }],
      ['/template', { value }],
    ]),
  }
}
