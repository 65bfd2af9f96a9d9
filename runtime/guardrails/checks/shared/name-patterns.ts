// Lists of name patterns in which `*` matches any text. Matching is proportional to the length of the name and the
// number of wildcards: no regular expression is built from config values.

type NameTest = (name: string) => boolean

/** Whether a name matches the list. Case-sensitive, as providers are. */
export function linkNamePatterns(patterns: readonly string[]): NameTest {
  const exact = new Set(patterns.filter(pattern => !pattern.includes('*')))
  const wildcards = patterns.filter(pattern => pattern.includes('*')).map(linkWildcard)
  return name => exact.has(name) || wildcards.some(matches => matches(name))
}

function linkWildcard(pattern: string): NameTest {
  const parts = pattern.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const middle = parts.slice(1, -1)
  return name => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
      return false
    const end = name.length - last.length
    let from = first.length
    for (const part of middle) {
      const at = name.indexOf(part, from)
      if (at < 0 || at + part.length > end) return false
      from = at + part.length
    }
    return true
  }
}
