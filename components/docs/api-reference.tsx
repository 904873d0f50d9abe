'use client'

import { useEffect, useRef, useState } from 'react'
import { docs } from '@/lib/messages/docs'
import 'swagger-ui-dist/swagger-ui.css'
import './api-reference.css'

/** Nothing is sent from here, so there is nothing to authorise: the page holds no key. */
const withoutAuthorization = {
  wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null },
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
        plugins: [withoutAuthorization],
      })
      setShown(true)
    })
    return () => {
      left = true
    }
  }, [description])

  return (
    <div id="api-reference">
      {shown ? null : <p className="text-muted">{docs.loading}</p>}
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
