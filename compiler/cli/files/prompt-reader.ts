// The reader of a prompt or partial by the name of its file: a text file is a template as a whole.
import { readJson } from '../../read/json.ts'
import type { SourceReader } from '../../read/reader.ts'
import { readYaml } from '../../read/yaml.ts'
import { isTextName } from './project-names.ts'

export const promptReader = (path: string): SourceReader =>
  isTextName(path) ? readTemplateText : path.endsWith('.json') ? readJson : readYaml

const readTemplateText: SourceReader = source => {
  const value = { start: 0, end: source.text.length }
  return {
    source,
    value: { template: source.text },
    origins: new Map([
      ['', { value }],
      ['/template', { value }],
    ]),
  }
}
