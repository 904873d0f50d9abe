'use client'

import { useEffect } from 'react'

/** A part counts as read while its heading's section crosses this strip near the top. */
const STRIP = '-12% 0px -80% 0px'

/** Marks in the page's contents where its reader is, keeps that in their sight, and folds a phone's away at a choice. */
export function MarkCurrentSection() {
  useEffect(() => {
    const contents = [...document.querySelectorAll<HTMLElement>('[data-contents]')]
    const parts = [...document.querySelectorAll('main section[aria-labelledby]')]
    let read: string | null = null
    let marked: string | null = null
    const mark = () => {
      const id = isAtEnd() ? lastRead(parts) : read
      const links = id
        ? contents.flatMap((nav) => [...nav.querySelectorAll(`a[href="#${CSS.escape(id)}"]`)])
        : []
      if (id === marked || links.length === 0) return
      marked = id
      for (const nav of contents)
        for (const link of nav.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current')
      for (const link of links) {
        link.setAttribute('aria-current', 'location')
        keepInSight(link)
      }
    }
    const watch = new IntersectionObserver(
      (entries) => {
        const found = entries.find(({ isIntersecting }) => isIntersecting)
        read = found?.target.getAttribute('aria-labelledby') ?? read
        mark()
      },
      { rootMargin: STRIP },
    )
    for (const part of parts) watch.observe(part)
    window.addEventListener('scroll', mark, { passive: true })
    window.addEventListener('hashchange', mark)
    const fold = ({ target, currentTarget }: Event) => {
      const chosen = target instanceof Element && target.closest('a')
      const holder = currentTarget instanceof Element ? currentTarget.closest('details') : null
      if (chosen && holder) holder.open = false
    }
    for (const nav of contents) nav.addEventListener('click', fold)
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', mark)
      window.removeEventListener('hashchange', mark)
      for (const nav of contents) nav.removeEventListener('click', fold)
    }
  }, [])
  return null
}

/** Where the last parts are too short to come near the top. */
function isAtEnd(): boolean {
  const { scrollHeight } = document.documentElement
  return window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
}

/** The part that was asked for, as far as it is in sight, else the last one. */
function lastRead(parts: readonly Element[]): string | null {
  const asked = parts.find((part) => part.querySelector(':target'))
  const isSeen = asked !== undefined && asked.getBoundingClientRect().bottom > 0
  return (isSeen ? asked : parts.at(-1))?.getAttribute('aria-labelledby') ?? null
}

/** Scrolls the contents alone: the page stays where its reader put it. */
function keepInSight(link: Element) {
  const nav = link.closest('[data-contents]')
  if (!nav) return
  const [room, box] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.top < room.top || box.bottom > room.bottom - 48)
    nav.scrollTop += box.top - room.top - room.height / 3
}
