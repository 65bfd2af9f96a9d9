// Every check by identifier.
import type { Check } from './check.ts'

export const checks: Readonly<Record<string, Check>> = {}
