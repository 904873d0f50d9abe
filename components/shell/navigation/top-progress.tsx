import { Progress } from '@/components/ui/progress'
import { common } from '@/lib/messages/common'

/** Renders a line at the top edge while a pressed page or module is loading. */
export function TopProgress() {
  return (
    <Progress
      label={common.loading}
      done={null}
      className="fixed inset-x-0 top-0 z-50 animate-fade *:h-0.75 *:rounded-none *:bg-transparent"
    />
  )
}
