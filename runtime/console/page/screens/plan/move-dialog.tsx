// A move of a label: what it would do is asked of the gateway before it is done, and it is refused if the label was moved since it was read.
import { useEffect, useId, useState } from 'preact/hooks'
import type {
  PushedRelease,
  ReleaseLabel,
  ReleaseMove,
  ReleaseMoved,
} from '../../../../../schemas/generated/control-types.ts'
import { hrefOf } from '../../address.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'

export type Move = ReleaseMove['action']

interface MoveDialogProps {
  readonly label: ReleaseLabel
  readonly move: Move
  readonly releases: readonly PushedRelease[]
  readonly onClose: () => void
  readonly onDone: () => void
}

const TITLES: Readonly<Record<Move, string>> = {
  promote: 'Promote a release',
  canary: 'Serve a part of the traffic from another release',
  rollback: 'Roll back',
}

export function MoveDialog({ label, move, releases, onClose, onDone }: MoveDialogProps) {
  const { selection, rollback, runtimes } = label
  const { canary } = selection
  const others = releases.filter(({ number }) => number !== selection.release)
  const [release, setRelease] = useState(String(canary?.release ?? others[0]?.number ?? selection.release))
  const [percent, setPercent] = useState(String(canary?.percent ?? 5))
  const [sticky, setSticky] = useState(canary?.sticky ?? '')
  const [message, setMessage] = useState('')
  const [effect, setEffect] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const ids = { release: useId(), percent: useId(), sticky: useId(), message: useId() }
  const path = `/v1/releases/labels/${encodeURIComponent(label.label)}/moves`
  const body: ReleaseMove = {
    action: move,
    ...(move !== 'rollback' && { release: Number(release) }),
    ...(move === 'canary' && { percent: Number(percent), ...(sticky !== '' && { sticky }) }),
  }
  useEffect(() => {
    const controller = new AbortController()
    void api
      .send<ReleaseMoved>('POST', path, { ...body, dry_run: true }, { signal: controller.signal })
      .then(planned => {
        if (controller.signal.aborted) return
        setFault(planned.ok ? undefined : planned.message)
        setEffect(
          planned.ok
            ? planned.data.result === 'unchanged'
              ? `The label ${label.label} is there already.`
              : `The label ${label.label} moves from ${selection.text} to ${planned.data.to.text}.`
            : undefined,
        )
      })
    return () => controller.abort()
  }, [move, release, percent, sticky])
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    const moved = await api.send<ReleaseMoved>(
      'POST',
      path,
      { ...body, ...(message !== '' && { message }) },
      { ifMatch: `"${label.revision}"` },
    )
    setIsBusy(false)
    if (!moved.ok) return setFault(moved.message)
    onDone()
    onClose()
  }
  const running = runtimes.filter(each => each.running).length
  return (
    <Dialog
      title={move === 'rollback' && canary !== null ? 'End the canary' : TITLES[move]}
      onClose={onClose}
    >
      <form onSubmit={event => void submit(event)}>
        {move !== 'rollback' && (
          <div class="field">
            <label for={ids.release}>Release</label>
            <select
              id={ids.release}
              value={release}
              onChange={({ currentTarget: { value } }) => setRelease(value)}
            >
              {(move === 'canary' ? others : releases).map(({ number, pushed }) => (
                <option key={number} value={String(number)}>
                  {number} by {pushed.by}
                  {pushed.message === null ? '' : `: ${pushed.message}`}
                </option>
              ))}
            </select>
          </div>
        )}
        {move === 'canary' && (
          <>
            <div class="field">
              <label for={ids.percent}>Percent of the traffic; with 0 decisions are only compared</label>
              <input
                id={ids.percent}
                type="number"
                min="0"
                max="99"
                required
                value={percent}
                onInput={({ currentTarget: { value } }) => setPercent(value)}
              />
            </div>
            <div class="field">
              <label for={ids.sticky}>Metadata key by which calls stay on one side (optional)</label>
              <input
                id={ids.sticky}
                type="text"
                value={sticky}
                onInput={({ currentTarget: { value } }) => setSticky(value)}
              />
            </div>
          </>
        )}
        <div class="field">
          <label for={ids.message}>Reason, for the history (optional)</label>
          <input
            id={ids.message}
            type="text"
            dir="auto"
            value={message}
            onInput={({ currentTarget: { value } }) => setMessage(value)}
          />
        </div>
        <p role="status" dir="auto">
          {effect}{' '}
          {running > 0 &&
            `${running === 1 ? 'One runtime follows' : `${running} runtimes follow`} it, and ${running === 1 ? 'loads' : 'load'} that within two seconds.`}{' '}
          {move === 'rollback' && rollback !== null && canary === null && 'Keys and policies do not go back.'}
        </p>
        {move !== 'rollback' && (
          <p>
            <a
              href={hrefOf(['plan'], { view: 'releases', from: label.label, to: release })}
              onClick={onClose}
            >
              What this changes for traffic
            </a>
          </p>
        )}
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
        <div class="row">
          <button
            type="submit"
            class={move === 'rollback' ? 'danger' : 'main'}
            disabled={isBusy || effect === undefined}
          >
            {move === 'rollback' ? (canary === null ? 'Roll back' : 'End the canary') : 'Move the label'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
