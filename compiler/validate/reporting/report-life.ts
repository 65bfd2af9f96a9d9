// Reports the life of a model that a project names: that it has ended, or ends within the days of notice.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { lifePhase, lifeSentence, type ModelLife } from '../../../schemas/values/model-life.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import type { ModelLives } from '../../facts/catalog.ts'
import type { ParsedSource } from '../../source.ts'
import { replaceWithOnly } from './replacement-fix.ts'
import type { ReportAt } from './report.ts'

interface WrittenModel {
  readonly spec: ProviderSpec
  readonly model: string
  /** The model, with a slug before it or not. */
  readonly written: string
  readonly at: Pointer
}

/** The fix is the successor that the host recommends. */
export function reportLife(
  parsed: ParsedSource,
  report: ReportAt,
  { spec, model, written, at }: WrittenModel,
  lives: ModelLives | undefined,
): void {
  // Owners choose the names of deployments, which need not be those of their models.
  const life = spec.reads?.includes('deployments') === true ? undefined : lives?.find(spec, model)
  if (lives === undefined || life === undefined) return
  const phase = lifePhase(life, lives.day)
  if (phase === 'living') return
  const slug = written.slice(0, written.length - model.length)
  const successor = life.successor ?? life.answers
  const fix = successor === undefined ? undefined : replaceWithOnly(parsed, at, written, [slug + successor])
  const notes = [{ message: sourceOf(life) }]
  const sentence = lifeSentence(spec.name, model, life, lives.day)
  const code =
    phase === 'ending' ? 'ending-model' : life.then === 'refused' ? 'ended-model' : 'replaced-model'
  report(code, at, sentence, { fix, notes })
}

const sourceOf = ({ source: { url, asOf }, isReport }: ModelLife): string =>
  isReport === true ? `Reported by others: ${url} (${asOf}).` : `Source: ${url}, as of ${asOf}.`
