// What the client sent beside what is sent to the provider, and the reply. Bodies are text of strangers: they are shown as text.
import { useState } from 'preact/hooks'
import type { LogRecordFormat, LogReproduced } from '../../../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../../../schemas/generated/types.ts'
import { api } from '../../api/client.ts'
import { type Loaded, useLoaded, useRead } from '../../api/use-request.ts'
import { CopyButton, downloadText } from '../../parts/copy.tsx'
import { type DiffRow, diffLines } from '../../parts/line-diff.ts'
import { Empty, Failed, Loading, Remote } from '../../parts/states.tsx'

/** Lines of a body that are shown at first. */
const FIRST_LINES = 400

export const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : JSON.stringify(body, null, 2)

/** The request on the plan of now, in a simulation. */
export const useReproduction = (id: string): Loaded<LogReproduced> =>
  useLoaded<LogReproduced>(`reproduction of ${id}`, signal =>
    api.send('POST', `/v1/logs/${encodeURIComponent(id)}/reproduce`, undefined, { signal }),
  )

interface BodiesProps {
  readonly record: LogRecord
  readonly isStored: boolean
}

export function RequestBodies({ record, isStored }: BodiesProps) {
  const stored = useRead<LogRecordFormat>(
    isStored ? `/v1/logs/${encodeURIComponent(record.id)}` : undefined,
    { log_format: 'record', bodies: true },
  )
  const made = useReproduction(record.id)
  if (!isStored)
    return (
      <>
        <Empty title="No bodies are stored with this request">
          <p>
            With <code>{'telemetry: { bodies: {} }'}</code> in gateway.yaml, bodies of requests that follow
            are stored, masked and encrypted. Bodies beyond the size limit, outside of the sample, and erased
            ones are not there either.
          </p>
        </Empty>
        <Dropped record={record} />
        <Headers made={made} />
      </>
    )
  return (
    <Remote loaded={stored} lines={10}>
      {({ request_body: request, response_body: response }) => (
        <>
          <p class="quiet">That these bodies were read is in the audit log.</p>
          <Sides record={record} request={request} made={made} />
          <Dropped record={record} />
          <Headers made={made} />
          {response !== undefined && <Body label="Reply to the client" text={textOf(response)} />}
        </>
      )}
    </Remote>
  )
}

interface SidesProps {
  readonly record: LogRecord
  readonly request: unknown
  readonly made: Loaded<LogReproduced>
}

function Sides({ record, request, made: { data: made, refusal, reload } }: SidesProps) {
  const [chosen, setChosen] = useState<number>()
  const client = request === undefined ? undefined : textOf(request)
  const sent = made?.sent.filter(({ body }) => body !== undefined) ?? []
  const at = chosen ?? sent.length - 1
  const shown = sent[at]
  if (client === undefined) return <p class="quiet">The body of the request is not stored.</p>
  if (made === undefined)
    return (
      <>
        {refusal === undefined ? (
          <Loading lines={2} label="Computing what is sent" />
        ) : (
          <Failed refusal={refusal} retry={reload} />
        )}
        <Body label="The client sent" text={client} />
      </>
    )
  if (shown === undefined)
    return (
      <>
        <p class="quiet" dir="auto">
          What was sent to the provider cannot be computed:{' '}
          {made.problem ?? made.differences.join(' ') ?? 'no provider is called.'}
        </p>
        <Body label="The client sent" text={client} />
      </>
    )
  return (
    <>
      <Origin record={record} made={made} />
      {sent.length > 1 && (
        <label class="field">
          <span>Attempt</span>
          <select value={String(at)} onChange={({ currentTarget: { value } }) => setChosen(Number(value))}>
            {sent.map(({ target, model, outcome }, index) => (
              <option key={index} value={String(index)}>
                {index + 1}: {target ?? 'another service'}, {model ?? 'no model'}, {outcome}
              </option>
            ))}
          </select>
        </label>
      )}
      <Diff left={client} right={textOf(shown.body)} titles={['The client sent', `Sent to ${shown.url}`]} />
    </>
  )
}

/** How far what is shown is what was sent. */
function Origin({ record, made }: { readonly record: LogRecord; readonly made: LogReproduced }) {
  return (
    <div class="origin">
      <p class="quiet">
        {made.is_same_plan
          ? 'Recomputed with the release that served it'
          : `Recomputed with the release of now, ${made.plan}; ${record.plan} served it`}
        , from the stored body and the recorded outcomes. Nothing was sent.
      </p>
      {[...made.differences, ...made.lacking].map(sentence => (
        <p key={sentence} class="warns" dir="auto">
          {sentence}
        </p>
      ))}
    </div>
  )
}

const Dropped = ({ record: { dropped = [], ignored = [] } }: { readonly record: LogRecord }) => (
  <>
    {dropped.length > 0 && (
      <p>
        Headers of the client that the provider did not get:{' '}
        <bdi>
          <code>{dropped.join(', ')}</code>
        </bdi>
      </p>
    )}
    {ignored.length > 0 && (
      <p>
        Parts of the request without effect:{' '}
        <bdi>
          <code>{ignored.join(', ')}</code>
        </bdi>
      </p>
    )}
  </>
)

function Headers({ made: { data } }: { readonly made: Loaded<LogReproduced> }) {
  const call = data?.sent.at(-1)
  if (call === undefined) return null
  return (
    <details>
      <summary>Headers that are sent; credentials are references</summary>
      <Body
        label={`${call.method} ${call.url}`}
        text={Object.entries(call.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
    </details>
  )
}

/** Lines as text, the first ones of a long body; all of it is copied. */
export function Body({ label, text }: { readonly label: string; readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const lines = text.split('\n')
  const isCut = !isWhole && lines.length > FIRST_LINES
  return (
    <figure class="code">
      <figcaption>
        <span dir="auto">{label}</span>
        <span class="row">
          <CopyButton text={text} />
          <button type="button" class="small" onClick={() => downloadText('body.txt', text)}>
            Download
          </button>
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre dir="auto">
          <code>{isCut ? lines.slice(0, FIRST_LINES).join('\n') : text}</code>
        </pre>
      </section>
      {isCut && (
        <button type="button" class="small" onClick={() => setIsWhole(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </figure>
  )
}

interface DiffProps {
  readonly left: string
  readonly right: string
  readonly titles: readonly [string, string]
}

function Diff({ left, right, titles }: DiffProps) {
  const [isWhole, setIsWhole] = useState(false)
  const rows = diffLines(left, right)
  const changed = rows.filter(({ isSame }) => !isSame).length
  const shown = isWhole ? rows : rows.slice(0, FIRST_LINES)
  return (
    <figure class="code">
      <figcaption>
        <span role="status">
          {changed === 0
            ? 'Both are the same'
            : `${changed} ${changed === 1 ? 'line differs' : 'lines differ'}`}
        </span>
        <span class="row">
          <CopyButton text={left} label="Copy the client’s" />
          <CopyButton text={right} label="Copy what is sent" />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="diff" tabIndex={0} aria-label="Bodies beside each other">
        <table>
          <thead>
            <tr>
              {titles.map(title => (
                <th key={title} scope="col" dir="auto">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at}>
                <Side row={row} text={row.left} kind="left" />
                <Side row={row} text={row.right} kind="right" />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <button type="button" class="small" onClick={() => setIsWhole(true)}>
          Show all {rows.length} lines
        </button>
      )}
    </figure>
  )
}

interface SideProps {
  readonly row: DiffRow
  readonly text: string | undefined
  readonly kind: 'left' | 'right'
}

/** The marks carry what the colours do. */
function Side({ row: { isSame }, text, kind }: SideProps) {
  if (text === undefined) return <td class="absent" />
  if (isSame)
    return (
      <td>
        <code dir="auto">{text}</code>
      </td>
    )
  return (
    <td class={kind === 'left' ? 'removed' : 'added'}>
      {kind === 'left' ? (
        <del>
          <code dir="auto">{text}</code>
        </del>
      ) : (
        <ins>
          <code dir="auto">{text}</code>
        </ins>
      )}
    </td>
  )
}
