// The compiler's core as a page would bundle it: the files of a project by their paths in, its compilation out. The
// validators that depend on the runtime's adapters and on libraries accept everything.
import { compileProject } from '../../compiler/project.ts'
import type { SourceInput } from '../../compiler/project-input.ts'
import { readJson } from '../../compiler/read/json.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { tinyCatalog } from './tiny-catalog.ts'

const inputOf = (name: string, text: string): SourceInput => ({
  source: { name, text },
  read: name.endsWith('.json') ? readJson : readYaml,
})

export interface BrowserCompilation {
  /** By the identifiers of the configs. */
  readonly plans: Readonly<Record<string, unknown>>
  /** `name: message`, each. */
  readonly findings: readonly string[]
}

/** `files`: `gateway.yaml` and `configs/*.yaml`. */
export function compileFiles(files: Readonly<Record<string, string>>): BrowserCompilation {
  const configs = Object.entries(files).flatMap(([path, text]) => {
    const id = /^configs\/(.+)\.(?:yaml|json)$/.exec(path)?.[1]
    return id === undefined ? [] : [[id, inputOf(path, text)] as const]
  })
  const manifest = inputOf('gateway.yaml', files['gateway.yaml'] ?? '{}')
  const { plans, diagnostics } = compileProject({ manifest, configs: new Map(configs) }, tinyCatalog, text =>
    String(text.length),
  )
  return {
    plans: Object.fromEntries(plans),
    findings: diagnostics.map(({ location, message }) => `${location.source.name}: ${message}`),
  }
}
