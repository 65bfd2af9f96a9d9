// Applies steps to a source: only what they are about is edited, so that comments and layout stay.
import { applyFixes, type FixedSource } from '../diagnostics/apply-fixes.ts'
import type { ParsedSource } from '../source.ts'
import type { MigratedKind, Migration, MigrationStep } from './step.ts'

/** Everything that the steps find in a source, in the order of its text. */
export const findMigrations = (
  parsed: ParsedSource,
  kind: MigratedKind,
  steps: readonly MigrationStep[],
): readonly Migration[] =>
  steps
    .flatMap(step => step.find(parsed, kind))
    .toSorted((left, right) => left.location.span.start - right.location.span.start)

/** The sources with the edits; two configs may import one. */
export const applyMigrations = (migrations: readonly Migration[]): readonly FixedSource[] =>
  applyFixes(
    migrations.flatMap(({ fixes }) => fixes.map(fix => ({ fix }))),
    'all',
  )
