// The signals of a process that serves. They are held from the moment before it listens, when the system's own answer to them, which ends
// the process, would lose requests; what was held is obeyed once everything has started.

interface SignalActions {
  readonly stop: () => void
  readonly reload: () => void
}

export interface ProcessSignals {
  /** From now on no signal ends the process. */
  readonly hold: () => void
  /** Obeys what was held, and what follows. A second signal to stop ends the process at once. */
  readonly obey: (actions: SignalActions) => void
}

/** `on`, `once`: of the process. */
export function createSignals(source: Pick<NodeJS.Process, 'on' | 'once'> = process): ProcessSignals {
  const held = { stop: false, reload: false }
  let actions: SignalActions | undefined
  const take = (action: keyof SignalActions) => (): void => {
    if (actions === undefined) held[action] = true
    else actions[action]()
  }
  return {
    hold: () => {
      source.once('SIGTERM', take('stop'))
      source.once('SIGINT', take('stop'))
      source.on('SIGHUP', take('reload'))
    },
    obey: given => {
      actions = given
      if (held.stop) given.stop()
      else if (held.reload) given.reload()
    },
  }
}
