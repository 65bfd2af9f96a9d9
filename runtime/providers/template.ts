// Addresses and paths of rows may have places to fill: `https://{cloud1_region}.example.com`, where `{a|b}` takes the
// first setting that is there. So a provider with an address for each region or resource is still a row of data.

const PLACE = /\{([a-z0-9_|]+)\}/g

/** The filled text, or undefined where no setting fills a place. Values are percent-encoded. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  let missing = false
  const filled = template.replaceAll(PLACE, (_place, names: string) => {
    const value = names
      .split('|')
      .map(name => values[name])
      .find(each => typeof each === 'string' && each !== '')
    if (typeof value !== 'string') missing = true
    return encodeURIComponent(String(value))
  })
  return missing ? undefined : filled
}

/** True for texts with a place to fill. */
export const isTemplate = (text: string): boolean => text.includes('{')
