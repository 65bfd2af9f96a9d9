// The path of a request through its plan, for a terminal: the caller, then each sentence with its place in the sources.
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { printable, withoutControlsDeep } from '../../diagnostics/mask.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { describePath, type PathLine } from '../../plan/request-path.ts'

/** The place of a node of the plan in the sources, such as `configs/chat.yaml:12:3`. */
export type PlaceNode = (node: string) => string | undefined

export function formatPath(foreign: LogRecord, place: PlaceNode, paint: Paint): readonly string[] {
  const record = withoutControlsDeep(foreign)
  const at = ({ node, kind }: PathLine): string => {
    const found = node === undefined || kind === 'wait' ? undefined : place(node)
    return found === undefined ? '' : `  ${paint('place', found)}`
  }
  return [
    `${paint('place', `${record.method} ${record.path}`)}  ${record.time}  ${paint('quiet', record.id)}`,
    `  config ${record.config ?? 'none'}, plan ${record.plan}, model ${printable(record.model ?? 'none')}, key ${record.key ?? 'none'}, workspace ${record.workspace ?? 'none'}`,
    ...describePath(record).map(line => `  ${paintLine(line, paint)}${at(line)}`),
  ]
}

function paintLine({ tone, text, lead = text }: PathLine, paint: Paint): string {
  return tone === 'plain' ? text : `${paint(tone, lead)}${text.slice(lead.length)}`
}
