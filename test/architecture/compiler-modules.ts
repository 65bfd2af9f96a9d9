// The folders of the compiler, and what they import: none imports the runtime but cli/ (modules.ts), the command line.
import { CONTRACTS, GENERATED, type Module, VALUES } from './module.ts'

/** What all phases know: sources, names, secrets, and facts of providers. */
const FACTS = ['compiler/facts/', 'compiler/source.ts']

const phase = (name: string, phases: readonly string[], packages: readonly string[] = []): Module => ({
  name: `compiler/${name}`,
  files: new RegExp(`^compiler/${name}/`),
  imports: [...FACTS, ...phases.map(each => `compiler/${each}/`), VALUES, GENERATED],
  packages,
  pure: true,
})

const READ = ['diagnostics', 'read']
const LOWER = [...READ, 'prompts', 'plan', 'pattern-analysis', 'lower']
const VALIDATE = [...LOWER, 'optimise', 'analyse', 'validate']

export const COMPILER_MODULES: readonly Module[] = [
  {
    name: 'compiler facts',
    files: /^compiler\/(facts\/|source\.ts$)/,
    imports: [VALUES, GENERATED],
    packages: [],
    pure: true,
  },
  phase('diagnostics', []),
  { ...phase('read', READ), name: 'YAML reader', files: /^compiler\/read\/yaml/, packages: ['yaml'] },
  {
    ...phase('read', READ),
    name: 'TypeScript reader',
    files: /^compiler\/read\/typescript\//,
    // Imported by authors of custom checks: types, erased when the config is compiled.
    imports: [...phase('read', READ).imports, CONTRACTS],
    packages: ['typescript', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
  phase('read', READ),
  phase('prompts', READ),
  phase('plan', [...READ, 'prompts']),
  // Writes projects, so it knows their words only; the command checks and tests what it writes.
  phase('import', READ),
  phase('pattern-analysis', []),
  phase('lower', LOWER),
  phase('optimise', ['plan']),
  {
    ...phase('analyse', ['prompts', 'plan', 'lower', 'optimise']),
    // Values of settings that differ are masked where they become text.
    imports: [
      ...phase('analyse', ['prompts', 'plan', 'lower', 'optimise']).imports,
      'compiler/diagnostics/mask.ts',
    ],
  },
  phase('validate', VALIDATE),
  // Findings of analyses as sentences and tables.
  phase('report', VALIDATE),
  { ...phase('format', [...READ, 'validate']), packages: ['yaml', 'yaml/util', 'typescript'] },
  phase('migrate', [...READ, 'validate']),
  {
    // Answers what editors ask about a compiled project.
    ...phase('language-server', VALIDATE),
    imports: [...phase('language-server', VALIDATE).imports, 'compiler/compile-prompts.ts'],
  },
  {
    name: 'compiler core',
    files: /^compiler\/[^/]+\.ts$/,
    imports: [...FACTS, ...VALIDATE.map(each => `compiler/${each}/`), VALUES, GENERATED],
    packages: [],
    pure: true,
  },
]
