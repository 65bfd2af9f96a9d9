// Findings as SARIF 2.1.0, which code scanning services show. Suggestions are fixes, notes with a location are related locations, and
// the pages of `portolan explain` are the rules.

import { type JsonDiagnostic, type JsonLocation, toJsonDiagnostics } from '../../diagnostics/json.ts'
import type { Severity } from '../../diagnostics/messages/message-entry.ts'
import { VERSION } from '../../facts/version.ts'
import { type FindingFormat, fingerprintsOf, rulePage } from './format.ts'

const LEVELS: { readonly [severity in Severity]: string } = {
  error: 'error',
  warning: 'warning',
  note: 'note',
}

export const sarifFormat: FindingFormat = {
  summary: 'SARIF 2.1.0, for code scanning',
  isForPeople: false,
  render: ({ diagnostics }) => {
    const findings = toJsonDiagnostics(diagnostics)
    const codes = [...new Set(findings.map(({ code }) => code))].sort()
    const fingerprints = fingerprintsOf(findings)
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'portolan', version: VERSION, rules: codes.map(ruleOf) } },
          columnKind: 'utf16CodeUnits',
          results: findings.map((finding, index) =>
            resultOf(finding, codes.indexOf(finding.code), fingerprints[index] ?? ''),
          ),
        },
      ],
    }
    return JSON.stringify(log, null, 2)
  },
}

function ruleOf(code: string): object {
  const page = rulePage(code)
  if (page === undefined) return { id: code }
  const { severity, title, explanation } = page
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: explanation },
    help: { text: explanation, markdown: explanation },
    defaultConfiguration: { level: LEVELS[severity] },
  }
}

const resultOf = (
  { code, severity, message, notes, fix, pointer, ...location }: JsonDiagnostic,
  ruleIndex: number,
  fingerprint: string,
): object => ({
  ruleId: code,
  ruleIndex,
  level: LEVELS[severity],
  message: {
    text: [message, ...notes.filter(note => note.file === undefined).map(note => note.message)].join(' '),
  },
  locations: [
    {
      physicalLocation: placeOf(location),
      ...(pointer !== undefined &&
        pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }] }),
    },
  ],
  ...relatedOf(notes),
  ...(fix && {
    fixes: [
      {
        description: { text: fix.text === '' ? 'Remove this.' : `Write ${fix.text}.` },
        artifactChanges: [
          {
            artifactLocation: { uri: uriOf(fix.file) },
            replacements: [{ deletedRegion: regionOf(fix), insertedContent: { text: fix.text } }],
          },
        ],
      },
    ],
  }),
  partialFingerprints: { 'portolan/v1': fingerprint },
})

function relatedOf(notes: JsonDiagnostic['notes']): object {
  const placed = notes.flatMap(({ message, file, line, column, endLine, endColumn }) =>
    file === undefined || line === undefined || column === undefined
      ? []
      : [
          {
            message: { text: message },
            physicalLocation: placeOf({
              file,
              line,
              column,
              endLine: endLine ?? line,
              endColumn: endColumn ?? column,
            }),
          },
        ],
  )
  return placed.length === 0
    ? {}
    : { relatedLocations: placed.map((each, index) => ({ id: index + 1, ...each })) }
}

const placeOf = (location: JsonLocation): object => ({
  artifactLocation: { uri: uriOf(location.file) },
  region: regionOf(location),
})

const regionOf = ({ line, column, endLine, endColumn }: JsonLocation): object => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
})

/** Names are paths from the working folder, or absolute. A colon in the first part would be read as a scheme. */
const uriOf = (file: string): string =>
  file.startsWith('/')
    ? `file://${encodeURI(file)}`
    : encodeURI(file).replaceAll(/[?#:]/g, found => encodeURIComponent(found))
