import { Button } from '@/components/ui/button'
import { PanelFoot } from '@/components/ui/panel-foot'

type Props = { clear: string; apply: string; onClear: () => void }

/** Renders the buttons of a filter's form: clear and apply. */
export function FilterFooter({ clear, apply, onClear }: Props) {
  return (
    <PanelFoot>
      <Button variant="quiet" onClick={onClear}>
        {clear}
      </Button>
      <Button type="submit" variant="primary" className="max-sm:grow">
        {apply}
      </Button>
    </PanelFoot>
  )
}
