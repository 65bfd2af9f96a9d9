// The version of the compiler, which bundles name. A test holds it against package.json.
export const VERSION = '0.1.0'
