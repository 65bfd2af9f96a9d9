// The public surface of the package `portolan`: what configs in TypeScript import, and the compiler for those who
// build tools on it.
export type { Catalog } from './catalog.ts'
export { catalogOf } from './catalog-of.ts'
export { type Compilation, compile } from './compile.ts'
export type { Diagnostic, Severity } from './diagnostics/diagnostic.ts'
export { pretty } from './diagnostics/pretty.ts'
export { decode } from './plan/decode.ts'
export { emit } from './plan/emit.ts'
export { print } from './plan/print.ts'
export { compileProject, type ProjectCompilation, type ProjectInput } from './project.ts'
export { readJson } from './read/json.ts'
export * from './read/typescript/authoring.ts'
export { readYaml } from './read/yaml.ts'
