import { expect, test } from 'vitest'
import { maskedContact } from './masked-contact'

test('a contact is masked but for what keeps two people apart, and a text that is no address wholly', () => {
  const contact = { phone: '+1 415 555 0132', email: 'ada@example.com', notes: 'Gate code 4411' }
  expect(maskedContact(contact)).toEqual({ phone: '••• 0132', email: 'a•••@example.com', notes: '•••' })
  expect(maskedContact({ ...contact, email: 'ada.lovelace' }).email).toBe('•••')
})
