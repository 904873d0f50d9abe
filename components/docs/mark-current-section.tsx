'use client'

import { useEffect } from 'react'

/** Top of the window. The last heading that has entered it is the current one. */
const TOP = '0px 0px -80% 0px'

/** Marks the current section in the page's contents, and collapses the contents on a phone after a choice. */
export function MarkCurrentSection() {
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        if (seen) mark(`#${seen.target.id}`)
      },
      { rootMargin: TOP },
    )
    for (const heading of document.querySelectorAll('main :is(h2, h3)[id]')) watch.observe(heading)
    const fold = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('[data-contents] a') : null
      link?.closest('details')?.removeAttribute('open')
    }
    document.addEventListener('click', fold)
    return () => {
      watch.disconnect()
      document.removeEventListener('click', fold)
    }
  }, [])
  return null
}

function mark(href: string) {
  for (const link of document.querySelectorAll('[data-contents] a')) {
    if (link.getAttribute('href') !== href) link.removeAttribute('aria-current')
    else {
      link.setAttribute('aria-current', 'location')
      link.scrollIntoView({ block: 'nearest' })
    }
  }
}
