// The revisions of MCP. Up to 2025-11-25 a session begins with `initialize` (legacy); from 2026-07-28 on every request has
// all about itself (modern). The gateway speaks both on both sides.

export type Era = 'modern' | 'legacy'

/** Newest first. */
export const MODERN_REVISIONS: readonly string[] = ['2026-07-28']
/** Newest first; 2024-11-05 had another transport, whose clients are answered by newer revisions. */
export const LEGACY_REVISIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export const LATEST_MODERN = '2026-07-28'
export const LATEST_LEGACY = '2025-11-25'
/** What a legacy request without a header speaks. */
export const UNNAMED_LEGACY = '2025-03-26'

export const SUPPORTED_REVISIONS: readonly string[] = [...MODERN_REVISIONS, ...LEGACY_REVISIONS]

export const isModernRevision = (revision: string): boolean => MODERN_REVISIONS.includes(revision)
export const isLegacyRevision = (revision: string): boolean => LEGACY_REVISIONS.includes(revision)

/** The first of `preferred` that the other side supports. */
export const sharedRevision = (
  preferred: readonly string[],
  supported: readonly string[],
): string | undefined => preferred.find(revision => supported.includes(revision))
