'use client'

import { Ellipsis, Pencil, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { endpointHref } from '@/components/developers/hrefs'
import { fieldDialog } from '@/components/settings/field-dialog-part'
import { useGo } from '@/components/shell/navigation/use-go'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ShownEndpoint } from '@/lib/dashboard/schema/developers/webhooks'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'
import type { EndpointActions } from './endpoint-actions'
import { useEndpointAction, useRenewEndpoints } from './use-endpoint-action'

const formDialog = lazyModule(() =>
  import('./endpoint-form-dialog').then(({ EndpointFormDialog }) => EndpointFormDialog),
)
const testDialog = lazyModule(() => import('./test-event-dialog').then((module) => module.TestEventDialog))

const iconClasses = 'size-4 text-muted'

type Props = {
  endpoint: ShownEndpoint
  samples: Readonly<Record<string, string>>
  actions: EndpointActions
  /** False if the test event is the only permitted action. */
  changes: boolean
  /** True if the address asks for the dialog of the test event. Closing it restores the endpoint's address. */
  opensTest: boolean
  /** True if http://localhost is a permitted URL. */
  allowsLocalhost: boolean
}

/** Renders the actions on an endpoint: the test event, pause or resume, and the less common ones. */
export function EndpointMenu({ endpoint, samples, actions, changes, opensTest, allowsLocalhost }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'test' | 'pause' | 'delete' | null>(null)
  const toast = useToast()
  const go = useGo()
  const act = useEndpointAction()
  const renew = useRenewEndpoints()
  const FormDialog = useLazyModule(formDialog)
  const TestDialog = useLazyModule(testDialog)
  const FieldDialog = useLazyModule(fieldDialog)
  const { id, url, own, status } = endpoint
  const about = `endpoint-status:${id}`
  const close = () => {
    setDialog(null)
    if (opensTest) go(endpointHref(id), { replace: true, scroll: false })
  }
  useEffect(() => {
    if (opensTest) void testDialog.loadOrNull().then((here) => here && setDialog('test'))
  }, [opensTest])

  const resume = () =>
    void act(() => actions.change({ id, to: 'resume' }), {
      about,
      done: () => copy.resumed,
      failed: copy.notResumed,
    })
  const pause = () =>
    void act(() => actions.change({ id, to: 'pause' }), {
      about,
      done: () => copy.paused,
      failed: copy.notPaused,
      undo: { label: copy.undo, onSelect: resume },
    })

  async function askFirst(about: 'pause' | 'delete') {
    if (await fieldDialog.loadOrNull()) setDialog(about)
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        icon={<Send aria-hidden className="size-4" />}
        onPointerEnter={testDialog.preload}
        onFocus={testDialog.preload}
        onClick={async () => {
          if (await testDialog.loadOrNull()) setDialog('test')
        }}
      >
        {copy.test.open}
      </Button>
      {changes ? (
        <>
          {status === 'PAUSED' ? (
            <Button onClick={resume}>{copy.resume}</Button>
          ) : (
            <Button onClick={own ? () => void askFirst('pause') : pause}>{copy.pause}</Button>
          )}
          <Menu
            trigger={
              <Button
                aria-label={copy.more}
                title={copy.more}
                className="min-w-9 px-0 pointer-coarse:min-w-11"
              >
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            }
          >
            <MenuItem
              icon={<Pencil aria-hidden className={iconClasses} />}
              onSelect={() => void formDialog.loadOrNull().then((here) => here && setDialog('edit'))}
            >
              {copy.edit}
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 aria-hidden className="size-4" />}
              onSelect={() => void askFirst('delete')}
            >
              {copy.remove.open}
            </MenuItem>
          </Menu>
        </>
      ) : null}
      {FormDialog && dialog === 'edit' ? (
        <FormDialog
          endpoint={endpoint}
          allowsLocalhost={allowsLocalhost}
          send={(draft) => actions.edit({ id, ...draft })}
          onClose={close}
          onDone={() => {
            close()
            renew()
            toast({ message: copy.form.saved })
          }}
        />
      ) : null}
      {TestDialog && dialog === 'test' ? (
        <TestDialog endpoint={endpoint} samples={samples} send={actions.sendTest} onClose={close} />
      ) : null}
      {FieldDialog && dialog === 'pause' ? (
        <FieldDialog
          title={copy.pauseOwn.title}
          lead={copy.pauseOwn.lead}
          field={null}
          submitLabel={copy.pauseOwn.submit}
          busyLabel={copy.pauseOwn.submit}
          failed={copy.pauseOwn.failed}
          act={() => actions.change({ id, to: 'pause' })}
          onDone={() => {
            close()
            renew()
            toast({ about, message: copy.paused, action: { label: copy.undo, onSelect: resume } })
          }}
          onClose={close}
        />
      ) : null}
      {FieldDialog && dialog === 'delete' ? (
        <FieldDialog
          title={copy.remove.title}
          lead={
            <span className="wrap-anywhere flex flex-col gap-2">
              {own ? <span className="font-medium text-text">{copy.remove.ownLead}</span> : null}
              <span>{copy.remove.lead(url)}</span>
            </span>
          }
          field={null}
          submitLabel={copy.remove.submit}
          busyLabel={copy.remove.busy}
          cancelLabel={copy.remove.keep}
          failed={copy.remove.failed}
          danger
          act={() => actions.change({ id, to: 'delete' })}
          onDone={() => {
            go('/developers/webhooks', { replace: true, whenBack: true })
            toast({ message: copy.remove.done })
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
