// Spellings in which an injection hides from a reader of plain text.

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')
export const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex')
export const spacedHex = (text: string): string =>
  hex(text)
    .replace(/../g, pair => `${pair} `)
    .trim()
export const escaped = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E')
export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, letter => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })
export const reversed = (text: string): string => [...text].reverse().join('')
export const leet = (text: string): string =>
  text.replace(
    /[aeiost]/gi,
    letter => ({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' })[letter.toLowerCase()] ?? letter,
  )
export const spaced = (text: string): string =>
  text
    .split(' ')
    .map(word => [...word].join(' '))
    .join('   ')
export const dotted = (text: string): string =>
  text
    .split(' ')
    .map(word => [...word].join('.'))
    .join(' ')
export const zeroWidth = (text: string): string => [...text].join('\u200b')
export const tagged = (text: string): string =>
  [...text].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
export const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
/** Latin letters that have a Cyrillic twin. */
export const cyrillic = (text: string): string =>
  text.replace(
    /[aceopxyi]/g,
    letter => ({ a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у', i: 'і' })[letter] ?? letter,
  )
