// What identifies the definition of a tool: all that a model reads of it. A server that changes it later may make a model do
// other things than what was approved.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Ports } from '../../values/ports.ts'
import type { ToolDefinition } from './mcp-server.ts'

/** Fields that no model reads. */
const COSMETIC: ReadonlySet<string> = new Set(['_meta', 'icons'])

export const toolDigest = (tool: ToolDefinition, hash: Ports['hash']): string =>
  `sha256:${hash(canonicalJson(Object.fromEntries(Object.entries(tool).filter(([name]) => !COSMETIC.has(name)))))}`
