'use client'

import { LocaleProvider } from '@/components/locale/locale-provider'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { common } from '@/lib/messages/common'
import { design } from '@/lib/messages/design'
import { Actions, Colours, Overlays, Words } from './gallery-basics'
import { DataParts, DetailParts, Feedback, Pages } from './gallery-data'
import { Fields, Search } from './gallery-fields'

/** A fixed moment, so that screenshots are reproducible. */
const NOON_MS = Date.parse('2026-11-20T12:00:00.000Z')

const settings = { locale: 'en', timeZone: 'UTC', now: NOON_MS }

/** Renders every primitive in every state, once per theme. */
export function DesignGallery() {
  return (
    <LocaleProvider {...settings}>
      <TooltipProvider>
        <ToastProvider regionLabel={common.notifications} dismissLabel={common.dismiss}>
          <main>
            <header className="px-6 pt-8 pb-2">
              <h1 className="text-3xl">{design.title}</h1>
              <p className="text-muted">{design.lead}</p>
            </header>
            {(['light', 'dark'] as const).map((theme) => (
              <section
                key={theme}
                id={theme}
                data-theme={theme}
                aria-label={design.themes[theme]}
                className="bg-canvas px-4 py-8 text-text sm:px-6"
              >
                <h2 className="mb-4 text-2xl">{design.themes[theme]}</h2>
                <div className="gap-5 xl:columns-2">
                  <Colours />
                  <Words />
                  <Actions />
                  <Overlays theme={theme} />
                  <Fields theme={theme} />
                  <Search />
                  <Feedback />
                  <DataParts />
                  <DetailParts />
                  <Pages />
                </div>
              </section>
            ))}
          </main>
        </ToastProvider>
      </TooltipProvider>
    </LocaleProvider>
  )
}
