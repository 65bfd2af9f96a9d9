// The choice of a model among those that the caller may use.
import { useId } from 'preact/hooks'
import type { GatewayModel } from '../../../../../schemas/contracts/coding-agent.ts'
import { changeQuery } from '../../address.ts'

interface ModelFieldProps {
  readonly listed: readonly GatewayModel[]
  readonly model: string
}

/** A name that is not listed may be typed too: lists of providers are never whole. */
export function ModelField({ listed, model }: ModelFieldProps) {
  const id = useId()
  return (
    <label class="field">
      <span>Model</span>
      <input
        list={id}
        value={model}
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget: { value } }) => changeQuery({ model: value === '' ? undefined : value })}
      />
      <datalist id={id}>
        {listed.map(each => (
          <option key={each.id} value={each.id} />
        ))}
      </datalist>
    </label>
  )
}
