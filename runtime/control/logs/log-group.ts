// What records are grouped by, as paths of the interface name it.
import { LOG_GROUPS, type LogGroup } from './log-store.ts'

const GROUPS: ReadonlySet<string> = new Set(LOG_GROUPS)

export const isLogGroup = (name: string): name is LogGroup => GROUPS.has(name)
