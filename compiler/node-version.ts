// The oldest Node that runs this package, checked before anything is loaded that an older one cannot parse: no syntax
// here is newer than Node 14. A test compares it with `engines` in package.json.
export const OLDEST_NODE = [22, 19] as const

/** Why this Node cannot run `command`, in one line; undefined where it can. `version` is that of `process.versions.node`. */
export function unsupportedNode(command: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `${command} needs Node ${oldestMajor}.${oldestMinor} or later; this is Node ${version}.`
}
