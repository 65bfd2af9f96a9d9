// The version of the compiler, recorded in bundles. A test compares it with package.json.
export const VERSION = '0.2.0'
