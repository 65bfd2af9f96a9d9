// Query strings: single values read and replaced, everything else left as the client wrote it.

/** The first value of a name; undefined when absent. */
export function queryValue(path: string, name: string): string | undefined {
  for (const pair of queryPart(path).split('&')) {
    if (keyOfPair(pair) !== name) continue
    const equals = pair.indexOf('=')
    return equals < 0 ? '' : decodeValue(pair.slice(equals + 1))
  }
  return undefined
}

/** The path without slashes at its end, before the query. */
export function trimTrailingSlashes(path: string): string {
  const query = path.indexOf('?')
  const length = query < 0 ? path.length : query
  let end = length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return end === length ? path : path.slice(0, end) + path.slice(length)
}

/** The decoded values of the query; for a name without a value the name. */
export const queryTexts = (path: string): readonly string[] =>
  queryPart(path)
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const equals = pair.indexOf('=')
      return decodeValue(equals < 0 ? pair : pair.slice(equals + 1))
    })
    .filter(text => text !== '')

/**
 * The path with the first value of a name replaced, or added at the end. Duplicates are removed, since it is undefined
 * which of them a provider would use.
 */
export function writeQuery(path: string, name: string, value: string): string {
  const [position = ''] = path.split('?', 1)
  const replaced = `${name}=${encodeURIComponent(value)}`
  const pairs = queryPart(path).split('&').filter(Boolean)
  const at = pairs.findIndex(pair => keyOfPair(pair) === name)
  const remaining = pairs.flatMap((pair, index) =>
    index === at ? [replaced] : keyOfPair(pair) === name ? [] : [pair],
  )
  return `${position}?${(at < 0 ? [...remaining, replaced] : remaining).join('&')}`
}

/** The path without the pairs of its query whose decoded name or value is unwanted; the same text when there are none. */
export function withoutPairs(path: string, unwanted: (text: string) => boolean): string {
  const query = queryPart(path)
  if (query === '') return path
  const pairs = query.split('&')
  const kept = pairs.filter(pair => {
    const equals = pair.indexOf('=')
    return !unwanted(keyOfPair(pair)) && !(equals >= 0 && unwanted(decodeValue(pair.slice(equals + 1))))
  })
  if (kept.length === pairs.length) return path
  const [position = ''] = path.split('?', 1)
  return kept.length === 0 ? position : `${position}?${kept.join('&')}`
}

/** The path without a name of its query; the same text where the query does not have it. */
export function withoutQuery(path: string, name: string): string {
  const query = queryPart(path)
  const pairs = query.split('&')
  const others = pairs.filter(pair => keyOfPair(pair) !== name)
  if (query === '' || others.length === pairs.length) return path
  const [position = ''] = path.split('?', 1)
  return others.length === 0 ? position : `${position}?${others.join('&')}`
}

const keyOfPair = (pair: string): string => decodeValue(pair.split('=', 1)[0] ?? '')

const queryPart = (path: string): string => {
  const start = path.indexOf('?')
  return start < 0 ? '' : path.slice(start + 1)
}

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A part of a path. Text that cannot be decoded is unchanged. */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
