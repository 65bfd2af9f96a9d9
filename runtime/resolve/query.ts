// Query strings: single values read and replaced, everything else left as the client wrote it.

/** The first value of a name; undefined when absent. */
export function readQuery(path: string, name: string): string | undefined {
  for (const pair of queryOf(path).split('&')) {
    if (keyOf(pair) !== name) continue
    const equals = pair.indexOf('=')
    return equals < 0 ? '' : decode(pair.slice(equals + 1))
  }
  return undefined
}

/** The decoded values of the query; for a name without a value the name. */
export const queryTexts = (path: string): readonly string[] =>
  queryOf(path)
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const equals = pair.indexOf('=')
      return decode(equals < 0 ? pair : pair.slice(equals + 1))
    })
    .filter(text => text !== '')

/**
 * The path with the first value of a name replaced, or added at the end. Duplicates are removed, since it is undefined
 * which of them a provider would use.
 */
export function writeQuery(path: string, name: string, value: string): string {
  const [place = ''] = path.split('?', 1)
  const written = `${name}=${encodeURIComponent(value)}`
  const pairs = queryOf(path).split('&').filter(Boolean)
  const at = pairs.findIndex(pair => keyOf(pair) === name)
  const kept = pairs.flatMap((pair, index) => (index === at ? [written] : keyOf(pair) === name ? [] : [pair]))
  return `${place}?${(at < 0 ? [...kept, written] : kept).join('&')}`
}

const keyOf = (pair: string): string => decode(pair.split('=', 1)[0] ?? '')

const queryOf = (path: string): string => {
  const start = path.indexOf('?')
  return start < 0 ? '' : path.slice(start + 1)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
