// Strings in XML: escaped, and without the characters that XML cannot represent.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

const isWritable = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return (
    (code >= 0x20 && code < 0xd800) ||
    code === 9 ||
    code === 10 ||
    (code > 0xdfff && code < 0xfffe) ||
    code > 0xffff
  )
}

const writable = (text: string): string =>
  Array.from(text)
    .map(character => (isWritable(character) ? character : '\ufffd'))
    .join('')

export const escapeText = (text: string): string =>
  writable(text).replaceAll(/[&<>]/g, found => ENTITIES[found] ?? found)

export const escapeAttribute = (text: string): string =>
  writable(text).replaceAll(/[&<>"\n]/g, found => ENTITIES[found] ?? found)
