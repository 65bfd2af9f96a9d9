// URLs and paths of provider specs may contain placeholders: `https://{cloud1_region}.example.com`, where `{a|b}`
// takes the first setting that is present. So a provider with one URL per region or resource is still plain data.

const PLACEHOLDER = /\{([a-z0-9_|]+)\}/g

/** The filled template, or undefined where a placeholder has no setting. Values are percent-encoded. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  let missing = false
  const filled = template.replaceAll(PLACEHOLDER, (_placeholder, names: string) => {
    const value = names
      .split('|')
      .map(name => values[name])
      .find(each => typeof each === 'string' && each !== '')
    if (typeof value !== 'string') missing = true
    return encodeURIComponent(String(value))
  })
  return missing ? undefined : filled
}

/** True for strings with a placeholder. */
export const isTemplate = (text: string): boolean => text.includes('{')
