'use client'

import { useEffect, useRef, useState } from 'react'
import { docs } from '@/lib/messages/docs'
import 'swagger-ui-dist/swagger-ui.css'
import './api-reference.css'

/** Nothing is sent from here, so there is nothing to authorise: the page holds no key. */
const withoutAuthorization = {
  wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null },
}

type PathLink = { path: string; text: string }

/** An operation's line is one button already, and a link inside a button is reached by nobody who does not see it. */
const withoutLinksInButtons = {
  wrapComponents: {
    DeepLink: (Link: unknown, { React }: { React: { createElement(...parts: unknown[]): unknown } }) =>
      function Path(props: PathLink) {
        return props.path.includes('/')
          ? React.createElement('span', null, props.text)
          : React.createElement(Link, props)
      },
  },
}

/** The API's description, shown by Swagger UI out of our own bundle. */
export function ApiReference({ description }: { description: object }) {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)
  useDarkClass()

  useEffect(() => {
    const holder = place.current
    let left = false
    import('swagger-ui-dist/swagger-ui-es-bundle.js').then(({ default: SwaggerUi }) => {
      if (left || !holder) return
      SwaggerUi({
        spec: description,
        domNode: holder,
        deepLinking: true,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        defaultModelExpandDepth: 3,
        supportedSubmitMethods: [],
        validatorUrl: null,
        plugins: [withoutAuthorization, withoutLinksInButtons],
      })
      setShown(true)
    })
    // Its lists of choices have no names, and come and go as operations are opened.
    const watch = new MutationObserver(() => {
      for (const select of holder?.querySelectorAll('select:not([aria-label])') ?? [])
        select.setAttribute('aria-label', select.id === 'servers' ? docs.servers : docs.examples)
    })
    if (holder) watch.observe(holder, { childList: true, subtree: true })
    return () => {
      left = true
      watch.disconnect()
    }
  }, [description])

  return (
    <div id="api-reference">
      {/* The description brings a heading of the page of its own. */}
      {shown ? null : (
        <>
          <h1 className="sr-only">{docs.referenceTitle}</h1>
          <p className="text-muted">{docs.loading}</p>
        </>
      )}
      <div ref={place} />
    </div>
  )
}

/** Swagger UI knows dark by a class on the root; ours is an attribute, or the device's own wish. */
function useDarkClass() {
  useEffect(() => {
    const root = document.documentElement
    const wish = window.matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const { theme } = root.dataset
      root.classList.toggle('dark-mode', theme === 'dark' || (theme !== 'light' && wish.matches))
    }
    apply()
    wish.addEventListener('change', apply)
    return () => {
      wish.removeEventListener('change', apply)
      root.classList.remove('dark-mode')
    }
  }, [])
}
