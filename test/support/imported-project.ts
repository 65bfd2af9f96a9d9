// A configuration of another gateway, imported, compiled and ready to be called in a simulation.
import { createHash, createHmac } from 'node:crypto'
import { type ImportedProject, importProject } from '../../compiler/import/import-project.ts'
import { compileProject } from '../../compiler/project.ts'
import { readYamlComments } from '../../compiler/read/yaml/read-comments.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { createSimulation, type Simulation } from '../../runtime/simulation/create-simulation.ts'
import { sha256 } from './bundle.ts'

const catalog = runtimeCatalog()

export interface ImportOptions {
  readonly from?: string
  readonly environment?: Readonly<Record<string, string>>
}

export const importText = (
  text: string,
  name = 'config.yaml',
  { from, environment = {} }: ImportOptions = {},
): ImportedProject =>
  importProject([{ name, text }], from, {
    environment,
    provider: catalog.provider,
    modelsOf: () => ['model-a', 'model-b'],
    check: catalog.check,
    hash: sha256,
    readComments: readYamlComments,
  })

/** A gateway that serves the imported project; throws if it does not compile. */
export function simulateImport({ files }: Pick<ImportedProject, 'files'>): Simulation {
  const input = (name: string) => ({ source: { name, text: files.get(name) ?? '' }, read: readYaml })
  const configs = [...files.keys()].filter(name => /^configs\/[^.]+\.yaml$/.test(name))
  const { bundle, diagnostics } = compileProject(
    {
      manifest: input('gateway.yaml'),
      configs: new Map(configs.map(name => [name.slice('configs/'.length, -'.yaml'.length), input(name)])),
    },
    catalog,
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return createSimulation(bundle, {
    catalog,
    check: () => undefined,
    hash: text => createHash('sha256').update(text).digest('hex'),
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    settle: () => new Promise(resolve => setImmediate(resolve)),
  })
}
