// Placeholders in base URLs and paths of providers: `{a|b}` is replaced by the first of these settings that is present.

const PLACEHOLDER = /\{([a-z0-9_|]+)\}/g

/** The placeholders of a template in order, each as the list of its setting names. */
export const parsePlaceholders = (template: string): readonly (readonly string[])[] =>
  Array.from(template.matchAll(PLACEHOLDER), ([, names = '']) => names.split('|'))
