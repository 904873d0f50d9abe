import { ChevronDown } from 'lucide-react'
import { settings } from '@/lib/messages/settings'
import { CommandBlock } from './command-block'
import { Panel } from './settings-section'

const copy = settings.webhook

/** Renders the steps that register the address at the host, expanded until they are done. */
export function WebhookSteps({
  address,
  accountId,
  open,
}: {
  address: string
  accountId: string
  open: boolean
}) {
  const command = `npm run -s operator -- webhook create --account ${accountId} --url ${address}`
  return (
    <Panel>
      <details className="group" open={open}>
        <summary className="hit flex items-center justify-between gap-2 rounded-lg px-4 font-medium sm:px-5">
          {copy.steps}
          <ChevronDown
            aria-hidden
            className="size-4 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        <div className="flex flex-col gap-3 px-4 pt-1 pb-4 sm:px-5">
          <ol className="flex list-decimal flex-col gap-1.5 pl-5 marker:text-muted">
            {copy.step.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
          <p className="text-muted text-sm">{copy.command}</p>
          <CommandBlock command={command} label={copy.commandLabel} />
        </div>
      </details>
    </Panel>
  )
}
