// What the command line needs and the runtime does not: optional dependencies, so that servers can do without them. A test
// compares the list with package.json.
export const REQUIRED_PACKAGES = [
  '@jitl/quickjs-wasmfile-release-sync',
  'quickjs-emscripten-core',
  'typescript',
  'vscode-languageserver',
  'vscode-languageserver-textdocument',
  'yaml',
] as const

/** The error message, one line, if some of them cannot be resolved; undefined if all can. `resolve` throws for what is missing. */
export function missingPackages(resolve: (name: string) => string): string | undefined {
  const missing = REQUIRED_PACKAGES.filter(name => {
    try {
      resolve(name)
      return false
    } catch {
      return true
    }
  })
  return missing.length === 0
    ? undefined
    : `portolan needs packages that are not installed: ${missing.join(', ')}. Install without --omit=optional; portolan-runtime runs compiled plans without them.`
}
