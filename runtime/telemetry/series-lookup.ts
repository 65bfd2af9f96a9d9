// Lookups of series by their labels, so that no request formats labels or joins them to a text.

/** Maximum label sets of a lookup; it is cleared when full. */
const MAX_LOOKUPS = 2_000

/** A lookup by one label. */
export function rememberSeries<Label, Found>(find: (label: Label) => Found): (label: Label) => Found {
  const known = new Map<Label, Found>()
  return label => {
    const found = known.get(label)
    if (found !== undefined) return found
    if (known.size >= MAX_LOOKUPS) known.clear()
    const series = find(label)
    known.set(label, series)
    return series
  }
}

/** A lookup by two labels, of which the second has few values for each first one. */
export function rememberPairs<First, Second, Found>(
  find: (first: First, second: Second) => Found,
): (first: First, second: Second) => Found {
  const byFirst = rememberSeries((first: First) => rememberSeries((second: Second) => find(first, second)))
  return (first, second) => byFirst(first)(second)
}
