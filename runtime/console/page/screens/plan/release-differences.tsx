// What differs between two releases for traffic, as portolan diff words it.
import type { ComponentChildren } from 'preact'
import type { ReleaseDiff } from '../../../../../schemas/generated/control-types.ts'
import { changeQuery } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { Remote } from '../../parts/states.tsx'
import { Badge, type Tone } from '../../parts/values.tsx'

const TONES: Readonly<Record<NonNullable<ReleaseDiff['level']>, Tone>> = {
  cosmetic: 'quiet',
  routing: 'accent',
  cost: 'warning',
  security: 'bad',
}

const nameOf = (name: string): string => (/^\d+$/.test(name) ? `release ${name}` : `the label ${name}`)

export function ReleaseDifferences({ from, to }: { readonly from: string; readonly to: string }) {
  const diff = useRead<ReleaseDiff>('/v1/releases/diff', { from, to })
  return (
    <section class="panel" aria-labelledby="differences">
      <div class="screen-head">
        <h2 id="differences">
          From {nameOf(from)} to {nameOf(to)}
        </h2>
        <button type="button" onClick={() => changeQuery({ from: undefined, to: undefined })}>
          Close
        </button>
      </div>
      <Remote loaded={diff}>
        {({ level, sections }) => (
          <>
            <p>
              {level === null ? (
                <Badge tone="good">every request is treated alike</Badge>
              ) : (
                <>
                  The gravest difference: <Badge tone={TONES[level]}>{level}</Badge>
                </>
              )}
            </p>
            {sections.map(({ title, sentences, tables, notes }) => (
              <section key={title}>
                <h3 dir="auto">{title}</h3>
                {sentences.map(text => (
                  <p key={text} dir="auto">
                    {text}
                  </p>
                ))}
                {tables.map(({ caption, header, rows }) => (
                  <DiffFrame key={caption} title={title} caption={caption}>
                    <table>
                      <thead>
                        <tr>
                          {header.map(name => (
                            <th key={name} scope="col">
                              {name === '' ? 'Subject' : name}
                            </th>
                          ))}
                        </tr>
                      </thead>
                      <tbody>
                        {rows.map(row => (
                          <tr key={row.join('|')}>
                            {row.map((cell, index) => (
                              <td key={header[index]} dir="auto">
                                {cell}
                              </td>
                            ))}
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </DiffFrame>
                ))}
                {notes.map(note => (
                  <p key={note} class="quiet" dir="auto">
                    {note}
                  </p>
                ))}
              </section>
            ))}
          </>
        )}
      </Remote>
    </section>
  )
}

const DiffFrame = ({
  title,
  caption,
  children,
}: {
  readonly title: string
  readonly caption: string | null
  readonly children: ComponentChildren
}) => (
  <>
    {caption !== null && <p dir="auto">{caption}</p>}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section class="table-frame" tabIndex={0} aria-label={caption ?? title}>
      {children}
    </section>
  </>
)
