// The steps of `portolan migrate`, by version and in the order in which they are applied.
import type { MigrationStep } from './step.ts'
import { aliasStep } from './steps/aliases.ts'
import { callerHostsStep } from './steps/caller-hosts.ts'
import { unpricedBudgetsStep } from './steps/unpriced-budgets.ts'

export const MIGRATION_STEPS: readonly MigrationStep[] = [aliasStep, unpricedBudgetsStep, callerHostsStep]

/** The minor lines whose sources have steps of their own. */
export const MIGRATED_FROM: readonly string[] = ['0.1']
