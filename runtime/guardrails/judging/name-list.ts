// Lists of names in which `*` stands for any text. Matching a name takes time proportional to its length and the
// number of stars: no regular expression is made of what a config says.

type NameTest = (name: string) => boolean

/** Whether a name is in a list. Capitals and small letters differ, as they do for providers. */
export function linkNames(patterns: readonly string[]): NameTest {
  const exact = new Set(patterns.filter(pattern => !pattern.includes('*')))
  const starred = patterns.filter(pattern => pattern.includes('*')).map(linkStarred)
  return name => exact.has(name) || starred.some(matches => matches(name))
}

function linkStarred(pattern: string): NameTest {
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
