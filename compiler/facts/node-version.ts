// The minimum Node.js version, checked before loading anything that older versions cannot parse: the syntax of this file
// works in Node 14. A test compares it with `engines` in package.json.
export const OLDEST_NODE = [22, 19] as const

/** The error message, one line, if this Node.js cannot run `command`; undefined if it can. `version` is `process.versions.node`. */
export function unsupportedNode(command: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `${command} needs Node ${oldestMajor}.${oldestMinor} or later; this is Node ${version}.`
}
