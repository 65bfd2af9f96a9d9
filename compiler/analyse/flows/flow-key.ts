// What goes where as one text, to compare flows.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Carried, Destination } from './flow.ts'

export const formatFlowKey = (carried: Carried, to: Destination): string => canonicalJson({ carried, to })
