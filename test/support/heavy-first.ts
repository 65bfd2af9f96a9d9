// The files of a tier that take longest start first, so that no worker waits at the end for one of them. The others follow as vitest
// orders them.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const HEAVY = [
  'compiler/cli/logs',
  'conformance/conformance',
  'runtime/guardrails/detect/text/pattern-search',
  'runtime/guardrails/checks/long-texts',
  'compiler/analyse/large-diffs',
  'runtime/guardrails/checks/prompt-injection-additions',
  'compiler/analyse/diff',
  'compiler/analyse/diff-rewrites',
  'runtime/stores/logs/sqlite',
  'runtime/guardrails/checks/long-patterns',
  'compiler/read/typescript/sandbox',
  'compiler/analyse/failure-table',
  'compiler/fuzz',
  'compiler/cli/terminal-width',
  'compiler/cli/unusual-input',
  'two-commands.gate',
  'edge/stops.gate',
  'runtime/stores/logs/postgres.gate',
  'edge/memory-limits.gate',
  'example-readmes.gate',
  'edge/limits-of-a-fleet.gate',
  'compiler/cli/company-example.gate',
  'runtime/stores/logs/durability.gate',
  'edge/mcp/conformance.gate',
  'edge/mcp/conformance-clients.gate',
  'edge/shared-log-file.gate',
  'edge/logs-example.gate',
]

const weight = ({ moduleId }: TestSpecification): number => {
  const place = HEAVY.findIndex(name => moduleId.endsWith(`/test/${name}.test.ts`))
  return place < 0 ? HEAVY.length : place
}

export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => weight(left) - weight(right))
  }
}
