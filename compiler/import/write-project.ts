// The files of an imported project as YAML, with the comments of the source.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { writeCommentedYaml } from '../read/yaml/write-commented-yaml.ts'
import type { ProjectDraft } from './project-draft.ts'

/** The order of sections in gateway.yaml. */
const SECTIONS = [
  'name',
  'spelling',
  'header_prefix',
  'listen',
  'providers',
  'trusted_hosts',
  'defaults',
  'aliases',
]

/** Texts of files by their paths; `origin` names the source. */
export function writeProject(draft: ProjectDraft, origin: string): ReadonlyMap<string, string> {
  const { manifest, configs, cases, comments, head, hosts } = draft
  const sorted: Record<string, Json> = {}
  const all: JsonObject = { ...manifest, ...(hosts.size > 0 && { trusted_hosts: [...hosts].sort() }) }
  for (const name of [...SECTIONS.filter(each => Object.hasOwn(all, each)), ...Object.keys(all)])
    sorted[name] ??= all[name] ?? null
  const files = new Map<string, string>()
  files.set(
    'gateway.yaml',
    writeCommentedYaml(sorted, comments, [`Imported from ${origin} by portolan import.`, ...head]),
  )
  for (const [id, config] of configs) files.set(`configs/${id}.yaml`, writeCommentedYaml(config, comments))
  for (const [config, own] of Map.groupBy(cases, ({ config: name }) =>
    typeof name === 'string' ? name : '',
  ))
    files.set(
      config === '' ? 'gateway.test.yaml' : `configs/${config}.test.yaml`,
      writeCommentedYaml({ cases: own.map(({ config: _, ...each }) => each) }, comments, [
        `Behaviour of ${origin} as documented: run portolan test.`,
      ]),
    )
  return files
}
