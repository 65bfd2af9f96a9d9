// Why a release must not be made of what is in the checkout.

export interface Checkout {
  /** Output of `git status --porcelain`. */
  readonly status: string
  readonly changelog: string
  /** In package.json, and in the sources. */
  readonly version: string
  readonly printed: string
}

/** Sentences; none if it may. */
export function releaseFaults({ status, changelog, version, printed }: Checkout): readonly string[] {
  const changed = status.split('\n').filter(line => line !== '')
  const heading = changelog.split('\n').find(line => `${line} `.startsWith(`## ${version} `))
  return [
    ...(changed.length === 0
      ? []
      : [`The tree has changes that are not committed: ${changed.map(line => line.slice(3)).join(', ')}.`]),
    ...(heading === undefined ? [`CHANGELOG.md has no section for ${version}.`] : []),
    ...(heading === undefined || /\b\d{4}-\d{2}-\d{2}\b/.test(heading)
      ? []
      : [`The section "${heading.slice(3)}" of CHANGELOG.md has no date.`]),
    ...(printed === version ? [] : [`package.json has the version ${version}, the sources have ${printed}.`]),
  ]
}
