// Addresses and paths of rows may have places to fill: `{a|b}` takes the first of the settings that is there.

const PLACE = /\{([a-z0-9_|]+)\}/g

/** The places of a template in order, each with the names of the settings that may fill it. */
export const placesOf = (template: string): readonly (readonly string[])[] =>
  Array.from(template.matchAll(PLACE), ([, names = '']) => names.split('|'))
