// Source maps, version 3: maps a line and column of emitted JavaScript to the TypeScript source.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export interface MappedPosition {
  /** Zero-based line and column in the source. */
  readonly line: number
  readonly column: number
}

interface Segment extends MappedPosition {
  readonly emittedColumn: number
}

/** Decodes the Base64 VLQ numbers of a segment; the lowest bit of a number is its sign. */
function decodeSegment(segment: string): readonly number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit)
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

function segments(mappings: string): readonly (readonly Segment[])[] {
  let line = 0
  let column = 0
  return mappings.split(';').map(row => {
    let emittedColumn = 0
    return row.split(',').flatMap(text => {
      const [columnStep = 0, , lineStep, originalColumnStep] = decodeSegment(text)
      emittedColumn += columnStep
      if (lineStep === undefined || originalColumnStep === undefined) return []
      line += lineStep
      column += originalColumnStep
      return [{ emittedColumn, line, column }]
    })
  })
}

/** The source position of an emitted position, both zero-based: the nearest mapping at or before it on its line. */
export function originalPosition(mappings: string, line: number, column: number): MappedPosition | undefined {
  const row = segments(mappings)[line] ?? []
  return row.findLast(segment => segment.emittedColumn <= column) ?? row[0]
}
