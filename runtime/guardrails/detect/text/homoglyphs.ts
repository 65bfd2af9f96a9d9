// Homoglyphs: letters of other scripts, and rare Latin ones, that look like those of ASCII.

const HOMOGLYPHS = 'аеорсухіјѕԁһкмтвнӏԛԝαορειντυκոօգհɡıɑɩ'
const TWINS = 'aeopcyxijsdhkmtbhlqwaopeivtuknoqhgiai'

/** The Latin letter that each looks like. */
export const LATIN_TWINS: ReadonlyMap<string, string> = new Map(
  Array.from(HOMOGLYPHS, (letter, at) => [letter, TWINS.charAt(at)]),
)
