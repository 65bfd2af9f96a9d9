// What the compiler found out about the files that are open: diagnostics, the plan, what failures do and what requests cost.

import type { ReportSection, ReportTable } from '../../../../../compiler/report/section.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import type { ShownPlace } from './editor.tsx'
import type { PageCompilation, PageDiagnostic, PageFix } from './page-types.ts'

interface ProblemsProps {
  readonly diagnostics: readonly PageDiagnostic[]
  readonly limits: readonly string[]
  readonly onShow: (place: ShownPlace) => void
  readonly onFix: (fix: PageFix) => void
  readonly onFixAll: () => void
}

const BADGES = { error: 'bad', warning: 'warning', note: 'accent' } as const

export function Problems({ diagnostics, limits, onShow, onFix, onFixAll }: ProblemsProps) {
  const safe = diagnostics.filter(({ edit }) => edit?.isSafe === true).length
  return (
    <div class="stack">
      {diagnostics.length === 0 ? (
        <p>The compiler has found nothing to report.</p>
      ) : (
        <>
          {safe > 0 && (
            <p>
              <button type="button" class="small" onClick={onFixAll}>
                Fix all that cannot be mistaken ({safe})
              </button>
            </p>
          )}
          <ol class="problems">
            {diagnostics.map((each, index) => (
              <li key={`${each.file}:${each.start}:${each.code}:${index}`}>
                <Problem diagnostic={each} onShow={onShow} onFix={onFix} />
              </li>
            ))}
          </ol>
        </>
      )}
      {limits.map(limit => (
        <p key={limit} class="quiet" dir="auto">
          {limit}
        </p>
      ))}
    </div>
  )
}

function Problem({
  diagnostic: { severity, code, message, file, line, column, start, end, notes, edit },
  onShow,
  onFix,
}: Pick<ProblemsProps, 'onShow' | 'onFix'> & { readonly diagnostic: PageDiagnostic }) {
  return (
    <>
      <p class="row">
        <span class={`badge ${BADGES[severity]}`}>{severity}</span>
        <button type="button" class="plain place" onClick={() => onShow({ file, start, end })}>
          {file}:{line}:{column}
        </button>
        <code class="quiet">{code}</code>
      </p>
      <p dir="auto" class="text">
        {message}
      </p>
      {notes.map(note => (
        <p key={note.message} class="quiet text" dir="auto">
          {note.message}
        </p>
      ))}
      {edit !== undefined && (
        <p>
          <button type="button" class="small" onClick={() => onFix(edit)}>
            <span dir="auto">{edit.title}</span>
          </button>
        </p>
      )}
    </>
  )
}

export const Plan = ({
  compilation,
  config,
}: {
  readonly compilation: PageCompilation
  readonly config: string
}) => {
  const plan = compilation.plans.find(({ id }) => id === config)
  return plan === undefined ? <NoPlan /> : <CodeBlock text={plan.tree} label={`The plan of ${config}`} />
}

export const NoPlan = () => <p>This config has errors, or none is chosen: there is no plan to show.</p>

export const Sections = ({ sections }: { readonly sections: readonly ReportSection[] }) =>
  sections.length === 0 ? (
    <NoPlan />
  ) : (
    <div class="stack">
      {sections.map(({ title, sentences, tables, notes }) => (
        <section key={title}>
          <h2>{title}</h2>
          {sentences.map(sentence => (
            <p key={sentence} dir="auto">
              {sentence}
            </p>
          ))}
          {tables.map((table, index) => (
            <FactTable key={table.caption ?? index} table={table} title={title} />
          ))}
          {notes.map(note => (
            <p key={note} class="quiet" dir="auto">
              {note}
            </p>
          ))}
        </section>
      ))}
    </div>
  )

function FactTable({
  table: { caption, header, rows },
  title,
}: {
  readonly table: ReportTable
  readonly title: string
}) {
  const label = caption ?? title
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-frame facts-table" tabIndex={0} aria-label={label}>
      <table>
        <caption class={caption === undefined ? 'unseen' : ''}>{label}</caption>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={`${column}:${cell}`} scope="col">
                {cell === '' ? <span class="unseen">value</span> : cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={`${row}:${cells.join()}`}>
              {cells.map((cell, column) => (
                <td key={`${column}:${cell}`} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
