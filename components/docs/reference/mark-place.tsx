'use client'

import { useEffect } from 'react'

/** A part counts as read while its heading's section crosses this strip near the top. */
const STRIP = '-12% 0px -80% 0px'

/** Marks in the page's contents where its reader is, keeps that in their sight, and folds a phone's away at a choice. */
export function MarkPlace() {
  useEffect(() => {
    const contents = [...document.querySelectorAll<HTMLElement>('[data-contents]')]
    const linksTo = (id: string) =>
      contents.flatMap((nav) => [...nav.querySelectorAll(`a[href="#${CSS.escape(id)}"]`)])
    const watch = new IntersectionObserver(
      (entries) => {
        const read = entries.find(({ isIntersecting }) => isIntersecting)
        const id = read?.target.getAttribute('aria-labelledby')
        const links = id ? linksTo(id) : []
        if (links.length === 0) return
        for (const nav of contents)
          for (const link of nav.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current')
        for (const link of links) {
          link.setAttribute('aria-current', 'location')
          keepInSight(link)
        }
      },
      { rootMargin: STRIP },
    )
    for (const part of document.querySelectorAll('main section[aria-labelledby]')) watch.observe(part)
    const fold = ({ target, currentTarget }: Event) => {
      const chosen = target instanceof Element && target.closest('a')
      const holder = currentTarget instanceof Element ? currentTarget.closest('details') : null
      if (chosen && holder) holder.open = false
    }
    for (const nav of contents) nav.addEventListener('click', fold)
    return () => {
      watch.disconnect()
      for (const nav of contents) nav.removeEventListener('click', fold)
    }
  }, [])
  return null
}

/** Scrolls the contents alone: the page stays where its reader put it. */
function keepInSight(link: Element) {
  const nav = link.closest('[data-contents]')
  if (!nav) return
  const [room, place] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  if (place.top < room.top || place.bottom > room.bottom - 48)
    nav.scrollTop += place.top - room.top - room.height / 3
}
