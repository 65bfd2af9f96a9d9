// The steps of `portolan migrate`, by version and in the order in which they are applied. Only what they are about is edited, so that
// comments and layout stay.

import { applyFixes, type FixedSource } from '../diagnostics/apply-fixes.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { ParsedSource } from '../source.ts'
import type { MigratedKind, Migration, MigrationStep } from './step.ts'
import { aliasStep } from './steps/aliases.ts'
import { callerHostsStep } from './steps/caller-hosts.ts'
import { changedDefaultsStep } from './steps/changed-defaults.ts'

export const MIGRATION_STEPS: readonly MigrationStep[] = [aliasStep, changedDefaultsStep, callerHostsStep]

/** The minor lines whose sources have steps of their own. */
export const MIGRATED_FROM: readonly string[] = ['0.1']

/** Everything that the steps find in a source, in the order of its text. */
export const findMigrations = (
  parsed: ParsedSource,
  kind: MigratedKind,
  steps: readonly MigrationStep[],
  catalog: Catalog,
): readonly Migration[] =>
  steps
    .flatMap(step => step.find(parsed, kind, catalog))
    .toSorted((left, right) => left.location.span.start - right.location.span.start)

/** The sources with the edits; two configs may import one. */
export const applyMigrations = (migrations: readonly Migration[]): readonly FixedSource[] =>
  applyFixes(
    migrations.flatMap(({ fixes }) => fixes.map(fix => ({ fix }))),
    'all',
  )
