// The formats of YAML and JSON files of a kind, such as `Config`: the order of its properties.
import type { SourceReader } from '../read/reader.ts'
import { formatJson } from './format-json.ts'
import type { SourceFormat } from './format-source.ts'
import { formatYaml, yamlComments } from './format-yaml.ts'
import { propertyRanks } from './property-order.ts'

/** The names of the schemas whose properties are ordered, by the kinds of files as `portolan schema` names them. */
export const ORDERED_SCHEMAS: Readonly<Record<string, string>> = {
  manifest: 'Manifest',
  config: 'Config',
  prompt: 'Prompt',
  'config-test': 'ConfigTests',
  traffic: 'TrafficModel',
}

/** Undefined for files of other kinds, such as partials that are plain text. */
export function textFormatOf(name: string, kind: string, read: SourceReader): SourceFormat | undefined {
  const rank = propertyRanks(kind)
  if (name.endsWith('.json')) return { read, print: parsed => formatJson(parsed, rank), commentsOf: () => [] }
  if (/\.ya?ml$/.test(name))
    return { read, print: ({ source }) => formatYaml(source.text, rank), commentsOf: yamlComments }
  return undefined
}
