// What a format of findings is (diagnostics in, one text out), and what several formats share.

import { hash } from 'node:crypto'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { JsonDiagnostic } from '../../diagnostics/json.ts'
import type { MessageEntry } from '../../diagnostics/messages/message-entry.ts'
import { diagnosticMessages } from '../../diagnostics/messages.ts'
import { describeFix, type Paint } from '../../diagnostics/pretty.ts'

export interface Findings {
  readonly diagnostics: readonly Diagnostic[]
  /** The number of configs that were looked at. */
  readonly configs: number
}

/** Where it is printed. */
interface Display {
  readonly paint: Paint
  /** Columns that text for people may take. */
  readonly width: number
}

export interface FindingFormat {
  /** Its line in `--help`. */
  readonly summary: string
  /** Without a line break at its end; an empty text is not printed. Secrets are masked. */
  readonly render: (findings: Findings, display: Display) => string
  /** Whether people read it, so that a summary goes to standard error. */
  readonly isForPeople: boolean
}

/** The fix of a finding as a sentence, for formats that cannot hold an edit; empty without one. */
export function fixSentence(fix: JsonDiagnostic['fix']): readonly string[] {
  if (fix === undefined) return []
  const place = `line ${fix.line}, column ${fix.column}`
  return [`Fix: ${describeFix(fix.text)} at ${place}.`]
}

/** The page of `portolan explain`; undefined for codes that have none. */
export const rulePage = (code: string): MessageEntry | undefined => {
  const pages: Readonly<Record<string, MessageEntry>> = diagnosticMessages
  return Object.hasOwn(pages, code) ? pages[code] : undefined
}

/**
 * A fingerprint for each finding, in their order, by which services recognise findings of earlier runs. It depends on the message and the
 * file, not on the line, so that it stays the same when lines above it change; equal findings of a file are counted.
 */
export function fingerprintsOf(findings: readonly JsonDiagnostic[]): readonly string[] {
  const seen = new Map<string, number>()
  return findings.map(({ code, file, pointer, message }) => {
    const text = JSON.stringify([code, file, pointer ?? null, message])
    const earlier = seen.get(text) ?? 0
    seen.set(text, earlier + 1)
    return hash('sha256', `${text} ${earlier}`)
  })
}
