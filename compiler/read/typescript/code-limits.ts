// Code that the compiler would be busy with for minutes, and code that is nested more deeply than its stack: it gives up with an exception,
// which becomes a finding.
import type { Diagnostic, ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import { MAX_DEPTH, MAX_TYPESCRIPT_TOKENS } from '../reader.ts'
import type { Compiler } from './ports.ts'

const MESSAGE =
  'The code of the config, or of a module that it imports, is nested too deeply for the TypeScript compiler. Write it in several parts.'

/** The finding at the first bracket beyond the limit of values; at the beginning where there is none, as in long chains of operators. */
export function tooDeepDiagnostic(compiler: Compiler, source: Source): Diagnostic {
  const start = deepBracket(compiler, source.text) ?? source.text.search(/\S/)
  return createDiagnostic('too-deep', locationAt(source, start, start + 1), MESSAGE)
}

function deepBracket(
  { createScanner, ScriptTarget, SyntaxKind }: Compiler,
  text: string,
): number | undefined {
  const scanner = createScanner(ScriptTarget.Latest, true, undefined, text)
  let depth = 0
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    switch (kind) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
      case SyntaxKind.OpenParenToken:
        depth += 1
        if (depth > MAX_DEPTH) return scanner.getTokenStart()
        break
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
      case SyntaxKind.CloseParenToken:
        depth -= 1
    }
  }
  return undefined
}

/** Reports code with more than MAX_TYPESCRIPT_TOKENS: equal names in an object take quadratic time. */
export function reportTooMuchCode(compiler: Compiler, source: Source, report: ReportDiagnostic): boolean {
  const { text } = source
  if (text.length <= MAX_TYPESCRIPT_TOKENS) return false
  const scanner = compiler.createScanner(compiler.ScriptTarget.Latest, true, undefined, text)
  for (let count = 0; count < MAX_TYPESCRIPT_TOKENS; count += 1)
    if (scanner.scan() === compiler.SyntaxKind.EndOfFileToken) return false
  const start = scanner.getTokenStart()
  report(
    createDiagnostic(
      'source-too-large',
      locationAt(source, start, start + 1),
      `The source has more than ${MAX_TYPESCRIPT_TOKENS} words and signs, the limit of TypeScript; write data as JSON.`,
    ),
  )
  return true
}
