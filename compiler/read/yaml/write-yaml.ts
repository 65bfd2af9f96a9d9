// A value as a document of YAML, without line breaks within strings.
import { stringify } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'

export const writeYaml = (value: Json): string => stringify(value, { lineWidth: 0 }).trimEnd()
