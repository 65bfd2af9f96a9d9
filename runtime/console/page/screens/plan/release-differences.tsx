// What differs between two releases for traffic, as portolan diff words it.
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
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                  <div
                    key={caption}
                    class="table-frame"
                    tabIndex={0}
                    role="region"
                    aria-label={caption ?? title}
                  >
                    <table>
                      {caption !== null && <caption dir="auto">{caption}</caption>}
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
                  </div>
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
