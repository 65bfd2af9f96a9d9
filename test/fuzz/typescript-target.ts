// Configs in TypeScript, damaged: each is type-checked, and run in the sandbox where it has no errors.
import { compileProject } from '../../compiler/project.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { typescriptReader } from '../support/typescript-reader.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { CANARY, unsound } from './source-targets.ts'

const SAMPLES = [
  `import { defineConfig } from "portolan"\nexport default defineConfig({ provider: "openai", api_key: "${CANARY}" })\n`,
  `const targets = ["a", "b"].map(name => ({ name, provider: "mock", api_key: "${CANARY}" }))
export default { strategy: { mode: "fallback" }, targets }\n`,
  `// ${CANARY}\nexport default { provider: "mock", retry: { attempts: 1 + 1 }, ...{ request_timeout: 5_000 } }\n`,
]

const PIECES = [
  'export default ',
  '=> ',
  '`${',
  'while (true) {}',
  'throw ',
  'import a from "./a.ts"\n',
  'as const',
  '<T>',
  '/*',
  '...',
]

export async function typescriptTarget(): Promise<FuzzTarget> {
  const read = await typescriptReader()
  return {
    name: 'Config c.ts',
    samples: SAMPLES.map(text => Buffer.from(text)),
    pieces: PIECES,
    share: 0.2,
    run: input => {
      const source = { name: 'c.ts', text: new TextDecoder().decode(input) }
      const configs = new Map([['c', { source, read }]])
      return unsound(compileProject({ configs }, realCatalog, sha256).diagnostics)
    },
  }
}
