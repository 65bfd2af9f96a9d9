// The files of a tier that take longest start first, so that no worker waits at the end for one of them. The others follow as vitest
// orders them.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const HEAVY = [
  'conformance/conformance',
  'compiler/cli/logs',
  'compiler/analyse/diff',
  'runtime/guardrails/detect/text/pattern-search',
  'compiler/analyse/large-diffs',
  'compiler/fuzz',
  'compiler/cli/unusual-input',
  'runtime/stores/logs/sqlite',
  'edge/memory-limits.gate',
  'edge/shared-log-file.gate',
  'edge/mcp/conformance-clients.gate',
  'runtime/stores/logs/postgres.gate',
  'compiler/cli/company-example.gate',
  'edge/mcp/conformance.gate',
  'examples.gate',
  'edge/logs-example.gate',
  'edge/custom-checks.gate',
  'edge/process-signals.gate',
  'edge/process-refusals.gate',
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
