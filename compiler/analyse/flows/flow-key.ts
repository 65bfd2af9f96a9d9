// What goes where as one text, to compare flows.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Flow } from './flow.ts'

/** What goes where, and by which proxy. */
export type FlowPath = Pick<Flow, 'carried' | 'to' | 'hop'>

export const flowPath = ({ carried, to, hop }: FlowPath): FlowPath => ({
  carried,
  to,
  ...(hop !== undefined && { hop }),
})

export const formatFlowKey = (flow: FlowPath): string => canonicalJson(flowPath(flow))
